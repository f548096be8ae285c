// Runs on every page: another page of the site comes into this one, by Astro's router, so that
// what is in memory stays. The header and the sidebar stay as they are.
import { swapFunctions } from "astro:transitions/client";

document.addEventListener("astro:before-swap", (event) => {
  const { newDocument, to } = event;
  const frame = document.querySelector(".main-frame");
  const newFrame = newDocument.querySelector(".main-frame");
  if (frame === null || newFrame === null) return;
  event.swap = () => {
    swapFunctions.deselectScripts(newDocument);
    // The theme is chosen once for all pages.
    newDocument.documentElement.dataset["theme"] = document.documentElement.dataset["theme"];
    swapFunctions.swapRootAttributes(newDocument);
    swapFunctions.swapHeadElements(newDocument);
    frame.replaceWith(newFrame);
    showCurrentLink(to);
  };
});

/** Marks the link to a page in the sidebar, which is a menu on small screens, and closes that. */
function showCurrentLink({ pathname }: URL): void {
  const pane = document.querySelector<HTMLElement>(".sidebar-pane");
  if (pane?.matches(":popover-open") === true) pane.hidePopover();
  for (const link of pane?.querySelectorAll("a") ?? []) {
    if (link.pathname !== pathname) link.removeAttribute("aria-current");
    else {
      link.setAttribute("aria-current", "page");
      link.closest("details")?.setAttribute("open", "");
    }
  }
}
