// The behaviour of every page: the current link is in view. `scrollIntoView` would let the keyboard
// start at the link, instead of at the skip link. Starlight restores the position of the last page;
// the current link may be above or below what is in view.
const sidebar = document.querySelector(".sidebar-pane");
const current = sidebar?.querySelector('[aria-current="page"]')?.getBoundingClientRect();
if (sidebar && current && (current.top < 160 || current.bottom > innerHeight - 64))
  sidebar.scrollTop += current.top - innerHeight / 2;
