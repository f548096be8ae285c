// What is folded opens for an address that names a place within it, and for paper. Newer browsers do so themselves.

addEventListener("hashchange", reveal);
if (location.hash !== "") {
  reveal();
}

function reveal(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  let isFolded = false;
  for (let each = target?.closest("details"); each; each = each.parentElement?.closest("details")) {
    isFolded ||= !each.open;
    each.open = true;
  }
  if (isFolded) {
    target?.scrollIntoView();
  }
}

let opened: readonly HTMLDetailsElement[] = [];

addEventListener("beforeprint", () => {
  opened = [...document.querySelectorAll<HTMLDetailsElement>(".field details:not([open])")];
  for (const details of opened) {
    details.open = true;
  }
});

addEventListener("afterprint", () => {
  for (const details of opened) {
    details.open = false;
  }
});
