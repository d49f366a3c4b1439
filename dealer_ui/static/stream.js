// The live stream: hands on what comes, opens again when it falls silent, and tells how old
// the newest state is. Old data is never left to look new.

const LOST_MS = 1600; // three pauses of the server, and a little
const REOPEN_MS = 3000;
const STALE_MS = 2000;
const LOOK_MS = 200;

export class Stream {
  /** Follow `address` from the number `after`; `age` is that of the state on the page (ms). */
  constructor(address, { after, age, ended, onUpdate, onLink }) {
    this.address = address;
    this.after = after;
    this.ended = ended;
    this.hasState = after !== "";
    this.onUpdate = onUpdate;
    this.onLink = onLink;
    this.link = "";
    this.heardAt = this.openedAt = performance.now();
    this.bornAt = this.heardAt - age;
    this.open();
    this.timer = setInterval(() => this.look(), LOOK_MS);
  }

  open() {
    this.source?.close();
    this.openedAt = performance.now();
    const address = new URL(this.address, location.href);
    if (this.after !== "") address.searchParams.set("after", this.after);
    this.source = new EventSource(address);
    this.source.addEventListener("update", (event) => this.update(JSON.parse(event.data)));
    this.source.addEventListener("beat", (event) => this.beat(JSON.parse(event.data)));
  }

  heard(ageMs) {
    this.heardAt = this.openedAt = performance.now();
    if (ageMs !== null) this.bornAt = this.heardAt - ageMs;
  }

  update(update) {
    this.heard(update.age_ms);
    this.hasState = true;
    this.after = update.sequence;
    this.ended = update.is_ended;
    this.onUpdate(update);
    this.look();
  }

  beat(pulse) {
    this.heard(pulse.age_ms);
    this.look();
  }

  look() {
    const now = performance.now();
    const age = now - this.bornAt;
    const lost = now - this.heardAt > LOST_MS;
    const stale = this.hasState && !this.ended && age > STALE_MS;
    const link = lost ? "lost" : stale ? "stale" : "live";
    this.onLink(link, Math.floor(age / 1000), this.link);
    this.link = link;
    if (now - this.openedAt > REOPEN_MS || (lost && this.source.readyState === 2)) this.open();
  }
}
