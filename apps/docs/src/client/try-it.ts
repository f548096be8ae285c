import { chosenWay } from "./sample-tabs.ts";

/** A button that sends the request of a scenario from here. What sends it is loaded when it is first pressed. */
class TryIt extends HTMLElement {
  connectedCallback(): void {
    if (this.querySelector("button") !== null) {
      return;
    }
    const button = document.createElement("button");
    button.type = "button";
    button.className = "try-button";
    button.textContent = "Try it";
    button.setAttribute("aria-label", `Try it: ${this.dataset["scenario"] ?? ""}`);
    const result = document.createElement("div");
    result.className = "try-result";
    result.setAttribute("aria-live", "polite");
    button.addEventListener("click", async () => {
      button.disabled = true;
      result.replaceChildren();
      try {
        const { send } = await import("./send.ts");
        const data: unknown = JSON.parse(this.querySelector("script")?.textContent ?? "{}");
        result.replaceChildren(...(await send(data, Number(chosenWay()))));
      } finally {
        button.disabled = false;
      }
    });
    this.append(button, result);
  }
}

customElements.define("try-it", TryIt);
