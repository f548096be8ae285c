// What is folded opens for an address that names a place within it, and for paper. Newer browsers do so themselves.

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

/** For so many frames what is above a place may still be laid out, and move it. */
const settling = 20;

/** Stays with a place until it has settled, or the reader goes on. */
function follow(target: Element | null): void {
  const reader = new AbortController();
  for (const act of ["wheel", "touchstart", "pointerdown", "keydown"]) {
    addEventListener(act, () => reader.abort(), { signal: reader.signal, passive: true });
  }
  const keep = (top: number | undefined, frames: number): void => {
    if (frames === 0) {
      reader.abort();
    }
    if (reader.signal.aborted) {
      return;
    }
    if (target?.getBoundingClientRect().top !== top) {
      target?.scrollIntoView();
    }
    const settled = target?.getBoundingClientRect().top;
    requestAnimationFrame(() => keep(settled, frames - 1));
  };
  keep(target?.getBoundingClientRect().top, settling);
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
