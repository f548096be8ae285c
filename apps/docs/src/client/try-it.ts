import type { TryData } from "../view/try-data.ts";
import { argumentInputs } from "./argument-inputs.ts";
import { chosenWay } from "./sample-tabs.ts";

/** A button that sends the request of a scenario from here. What sends it is loaded when it is first pressed. */
class TryIt extends HTMLElement {
  connectedCallback(): void {
    if (this.querySelector("button") !== null) {
      return;
    }
    // It was written by this very page.
    const data: TryData = JSON.parse(this.querySelector("script")?.textContent ?? "{}");
    const inputs = argumentInputs(data.ways.find(({ call }) => call !== undefined)?.call?.args ?? {});
    const button = this.#button();
    const result = document.createElement("div");
    result.className = "try-result";
    result.setAttribute("aria-live", "polite");
    button.addEventListener("click", async () => {
      button.disabled = true;
      result.replaceChildren();
      try {
        const { send } = await import("./send.ts");
        result.replaceChildren(...(await send(data, Number(chosenWay()), inputs.values())));
      } finally {
        button.disabled = false;
      }
    });
    const fields = Object.keys(inputs.values()).length === 0 ? [] : [inputs.element];
    this.append(...fields, button, result);
  }

  #button(): HTMLButtonElement {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "try-button";
    button.textContent = "Try it";
    button.setAttribute("aria-label", `Try it: ${this.dataset["scenario"] ?? ""}`);
    return button;
  }
}

customElements.define("try-it", TryIt);
