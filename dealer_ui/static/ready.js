// The last module of each page: only now does it hear what is pressed. Until then the page is
// inert, so that no press is lost and no form is sent the browser's way, with what it holds in
// the address.

if (!document.documentElement.dataset.lacks) {
  document.body.inert = false;
  document.querySelector("[autofocus]")?.focus();
}
