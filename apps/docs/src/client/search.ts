import type { SearchPanel } from "./search-panel.ts";

/** The button that opens the search, and its dialog. What searches is loaded when it is first opened. */
class SiteSearch extends HTMLElement {
  #panel: Promise<SearchPanel> | undefined;

  connectedCallback(): void {
    const button = this.querySelector<HTMLButtonElement>(".search-open");
    const dialog = this.querySelector("dialog");
    if (button === null || dialog === null) {
      return;
    }
    button.disabled = false;
    button.addEventListener("click", () => this.#open(dialog));
    this.querySelector(".search-close")?.addEventListener("click", () => dialog.close());
    dialog.addEventListener("click", ({ target }) => {
      if (target === dialog || (target instanceof Element && target.closest("a") !== null)) {
        dialog.close();
      }
    });
    dialog.addEventListener("keydown", (event) => {
      if (event.key === "Escape") {
        // A search field would take the key for itself, to empty itself.
        event.preventDefault();
        dialog.close();
      }
    });
    addEventListener("keydown", (event) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        if (dialog.open) {
          dialog.close();
        } else {
          this.#open(dialog);
        }
      }
    });
  }

  #open(dialog: HTMLDialogElement): void {
    dialog.showModal();
    this.#panel ??= import("./search-panel.ts").then(({ createSearchPanel }) =>
      createSearchPanel(dialog, this.dataset["base"] ?? "/"),
    );
    this.#panel.catch(() => {
      this.#panel = undefined;
      dialog
        .querySelector(".search-status")
        ?.replaceChildren("The search cannot be loaded. Reload the page.");
    });
  }
}

customElements.define("site-search", SiteSearch);
