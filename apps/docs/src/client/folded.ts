// What is folded opens for an address that names a place within it, and for paper. Newer browsers do so themselves.

import { follow } from "./follow.ts";

addEventListener("hashchange", () => {
  follow(reveal());
});
if (location.hash !== "") {
  const target = reveal();
  // Otherwise the browser goes to where the reader was.
  if (
    performance.getEntriesByType("navigation").some((entry) => "type" in entry && entry.type === "navigate")
  ) {
    follow(target);
  }
}

/** @returns The place that the address names. */
function reveal(): Element | null {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  let isFolded = false;
  for (let each = target?.closest("details"); each; each = each.parentElement?.closest("details")) {
    isFolded ||= !each.open;
    each.open = true;
  }
  if (isFolded) {
    target?.scrollIntoView();
  }
  return target;
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
