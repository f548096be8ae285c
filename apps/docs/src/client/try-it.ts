import type { TryScenario } from "../view/try-data.ts";
import { embedded } from "./dom.ts";
import type { TryPanel } from "./try-panel.ts";

/** A button that sends the request of a scenario from here. What sends it is loaded when it is first asked for. */
class TryIt extends HTMLElement {
  #panel: Promise<TryPanel> | undefined;

  connectedCallback(): void {
    const button = this.querySelector("button");
    this.querySelector("details")?.addEventListener("toggle", () => this.#load());
    button?.addEventListener("click", async () => {
      await (await this.#load())?.send(true);
    });
  }

  async #load(): Promise<TryPanel | undefined> {
    this.#panel ??= import("./try-panel.ts").then(({ createPanel }) =>
      createPanel(this, embedded<TryScenario>(this)),
    );
    return this.#panel.catch(() => {
      this.#panel = undefined;
      this.querySelector(".try-status")?.replaceChildren(
        "This part of the page cannot be loaded. Reload it.",
      );
      return undefined;
    });
  }
}

customElements.define("try-it", TryIt);
