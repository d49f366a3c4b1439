// Short sounds that tell a stop, a doubt and a fault apart. Each plays once, when it begins; what
// was acknowledged, and what is right, makes none. Volume and mute stay with this screen.

const PEAK = 0.5; // of full scale, at full volume
const FADE_S = 0.015; // no click where a tone begins and ends

/** Tones of [hertz from, hertz to, seconds, pause after]; the shape of the wave tells them too. */
export const CUES = {
  stop: { wave: "square", tones: [[880, 660, 0.14, 0.05], [880, 660, 0.14, 0.05], [880, 660, 0.14, 0]] },
  doubt: { wave: "sine", tones: [[520, 780, 0.22, 0]] },
  fault: { wave: "triangle", tones: [[220, 220, 0.3, 0.12], [165, 165, 0.4, 0]] },
};

const mute = document.getElementById("mute");
const volume = document.getElementById("volume");
let audio = null;
let before = { signal: null, loud: "" };

export function listenForSound() {
  volume.value = localStorage.getItem("volume") ?? "60";
  setMuted(localStorage.getItem("muted") === "yes");
  mute.addEventListener("click", () => setMuted(mute.ariaPressed !== "true"));
  volume.addEventListener("change", () => {
    localStorage.setItem("volume", volume.value);
    setMuted(false);
    play("doubt");
  });
  document.addEventListener("keydown", (event) => {
    if (event.repeat || event.ctrlKey || event.altKey || event.metaKey || event.code !== "KeyM") return;
    if (event.target.closest("input:not([type=range]), textarea, select, [contenteditable], dialog")) return;
    setMuted(mute.ariaPressed !== "true");
  });
  // A browser lets a page sound only after somebody has touched it once.
  for (const touch of ["pointerdown", "keydown"]) document.addEventListener(touch, wake, { once: true });
}

function setMuted(muted) {
  mute.ariaPressed = String(muted);
  localStorage.setItem("muted", muted ? "yes" : "no");
}

function wake() {
  audio ??= new AudioContext();
  audio.resume();
}

/** Sound what begins with an update: another signal, or a further stop while one is shown. */
export function hear(update) {
  const now = { signal: update.signal, loud: update.say.assertive };
  const another = now.signal === "stop" && now.loud !== "" && now.loud !== before.loud;
  if (before.signal !== null && (now.signal !== before.signal || another)) play(now.signal);
  before = now;
}

/** Play a cue; nothing where there is none, or nobody wants to hear it. */
export function play(name) {
  const cue = CUES[name];
  if (!cue || mute.ariaPressed === "true" || volume.value === "0") return;
  wake();
  document.body.dataset.sounded = name;
  let at = audio.currentTime;
  for (const [from, to, seconds, pause] of cue.tones) {
    tone(cue.wave, from, to, at, seconds);
    at += seconds + pause;
  }
}

function tone(wave, from, to, at, seconds) {
  const source = audio.createOscillator();
  const gain = audio.createGain();
  source.type = wave;
  source.frequency.setValueAtTime(from, at);
  source.frequency.linearRampToValueAtTime(to, at + seconds);
  const loud = PEAK * (Number(volume.value) / 100) ** 2; // as ears take it
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + FADE_S);
  gain.gain.setValueAtTime(loud, at + seconds - FADE_S);
  gain.gain.linearRampToValueAtTime(0, at + seconds);
  source.connect(gain).connect(audio.destination);
  source.start(at);
  source.stop(at + seconds);
}
