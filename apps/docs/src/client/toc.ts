// The table of contents follows the reader, from the first scroll on: at load it costs nothing.

/** How far below the top of the window a heading still counts as read, in pixels. */
const reach = 140;

let links: readonly HTMLAnchorElement[] = [];
let isDue = false;

addEventListener("scroll", follow, { passive: true });
addEventListener("click", closeBar);
addEventListener("keydown", ({ key }) => {
  if (key === "Escape") {
    closeBar();
  }
});

function follow(): void {
  if (!isDue) {
    isDue = true;
    requestAnimationFrame(mark);
  }
}

function mark(): void {
  isDue = false;
  links = links.length > 0 ? links : [...document.querySelectorAll<HTMLAnchorElement>(".toc a, .toc-bar a")];
  const ids = [...new Set(links.map(({ hash }) => decodeURIComponent(hash.slice(1))))];
  const isRead = (id: string): boolean => {
    const top = document.getElementById(id)?.getBoundingClientRect().top;
    return top !== undefined && top < reach;
  };
  const current = ids.findLast(isRead) ?? ids[0];
  for (const link of links) {
    if (decodeURIComponent(link.hash.slice(1)) === current) {
      link.setAttribute("aria-current", "true");
    } else {
      link.removeAttribute("aria-current");
    }
  }
}

/** The bar of a phone closes by a link, by Escape, and by a click elsewhere. */
function closeBar(event?: Event): void {
  const bar = document.querySelector(".toc-bar details");
  const target = event?.target;
  const isWithin = target instanceof Node && bar?.contains(target) === true;
  if (!isWithin || (target instanceof Element && target.closest("a") !== null)) {
    if (event === undefined && bar?.contains(document.activeElement) === true) {
      bar.querySelector("summary")?.focus();
    }
    bar?.removeAttribute("open");
  }
}
