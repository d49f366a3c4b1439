// The token that tells our own pages from everybody else's; there is none where nobody logs in.

export function csrfHeader() {
  const found = document.cookie.match(/(?:^|; )kozyr_csrf=([^;]*)/);
  return found ? { "X-CSRF-Token": decodeURIComponent(found[1]) } : {};
}
