import { jsonText } from "./json-text.ts";
import { type Added, prune } from "./prune.ts";

interface Data {
  readonly body: unknown;
  readonly adds: Added;
  /** The query that asks for these values, by the values joined with spaces. */
  readonly queries: Readonly<Record<string, string>>;
}

/** Shows the answer to what the reader has switched on. Without scripts, the answer to everything stands there. */
class IncludeSwitch extends HTMLElement {
  connectedCallback(): void {
    const boxes = [...this.querySelectorAll<HTMLInputElement>("input[type=checkbox]")];
    const data: Data = JSON.parse(this.querySelector("script")?.textContent ?? "{}");
    for (const box of boxes) {
      box.disabled = false;
      box.addEventListener("change", () => {
        const { alone } = box.dataset;
        for (const other of boxes) {
          // Its parameter asks for one thing at a time.
          if (other !== box && alone !== undefined && other.dataset["alone"] === alone) {
            other.checked &&= !box.checked;
          }
        }
        this.#show(data, boxes);
      });
    }
  }

  #show(data: Data, boxes: readonly HTMLInputElement[]): void {
    const asked = boxes.filter(({ checked }) => checked).map(({ value }) => value);
    const query = data.queries[asked.join(" ")] ?? "";
    this.querySelector(".asked code")?.replaceChildren(query === "" ? "no query" : `?${query}`);
    this.querySelector("pre code")?.replaceChildren(jsonText(prune(data.body, data.adds, asked)));
  }
}

customElements.define("include-switch", IncludeSwitch);
