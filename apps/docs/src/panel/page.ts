// The behaviour of every page: the target of the fragment and the current link are in view.

/** Shows the target of the fragment, even if it is folded. */
function openTarget(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  let fold = target?.closest("details");
  if (!fold) return;
  for (; fold; fold = fold.parentElement?.closest("details")) fold.open = true;
  target?.scrollIntoView();
}

// `scrollIntoView` would let the keyboard start at the link, instead of at the skip link. Starlight
// restores the position of the last page; the current link may be above or below what is in view.
const sidebar = document.querySelector(".sidebar-pane");
const current = sidebar?.querySelector('[aria-current="page"]')?.getBoundingClientRect();
if (sidebar && current && (current.top < 160 || current.bottom > innerHeight - 64))
  sidebar.scrollTop += current.top - innerHeight / 2;
addEventListener("hashchange", openTarget);
openTarget();
