// Stands in for Pagefind's interface, which Starlight loads with every page: it is loaded when the
// search is opened.

/** Puts the search into its place once its dialog opens. */
export class PagefindUI {
  constructor(options: object) {
    const dialog = document.querySelector<HTMLDialogElement>("site-search dialog");
    if (dialog === null) return;
    const load = async (): Promise<void> => {
      observer.disconnect();
      const { PagefindUI: Interface } = await import(
        "@pagefind/default-ui/npm_dist/mjs/ui-core.mjs"
      );
      new Interface(options);
      const input = dialog.querySelector("input");
      input?.setAttribute("aria-label", "Search");
      input?.focus();
    };
    const observer = new MutationObserver(load);
    observer.observe(dialog, { attributes: true, attributeFilter: ["open"] });
    if (dialog.open) void load();
  }
}
