/** What the reader last chose, for every scenario of the page. Kept in memory only. */
const chosen = { language: "curl", way: "0" };
const changed = new EventTarget();

/** The way of authenticating that the reader has chosen, as an index into those of the operation. */
export function chosenWay(): string {
  return chosen.way;
}

/**
 * Turns a list of foldable samples into one that is shown by its language and its way of authenticating. Without
 * scripts, the list stays a list.
 */
class SampleTabs extends HTMLElement {
  connectedCallback(): void {
    if (this.querySelector(".sample-bar") !== null) {
      return;
    }
    const bar = document.createElement("div");
    bar.className = "sample-bar";
    bar.append(this.#chooser("language", "Language"));
    if (new Set(this.#samples().map(({ dataset }) => dataset["way"])).size > 1) {
      bar.append(this.#chooser("way", "Authentication"));
    }
    this.prepend(bar);
    this.classList.add("chosen");
    changed.addEventListener("change", () => this.#show());
    this.#show();
  }

  #samples(): HTMLDetailsElement[] {
    return [...this.querySelectorAll<HTMLDetailsElement>("details.sample")];
  }

  #chooser(kind: keyof typeof chosen, label: string): HTMLElement {
    const group = document.createElement("div");
    group.className = "choices";
    group.role = "group";
    group.ariaLabel = label;
    const options = new Map(
      this.#samples().map(({ dataset }) => [
        dataset[kind] ?? "",
        (kind === "way" ? dataset["wayName"] : dataset[kind]) ?? "",
      ]),
    );
    for (const [value, text] of options) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = text;
      button.dataset["kind"] = kind;
      button.dataset["value"] = value;
      button.addEventListener("click", () => {
        chosen[kind] = value;
        changed.dispatchEvent(new Event("change"));
      });
      group.append(button);
    }
    return group;
  }

  #show(): void {
    const samples = this.#samples();
    const isChosen = ({ dataset }: HTMLElement): boolean =>
      dataset["language"] === chosen.language && dataset["way"] === chosen.way;
    const shown = samples.find(isChosen) ?? samples[0];
    for (const sample of samples) {
      sample.open = sample === shown;
    }
    for (const button of this.querySelectorAll<HTMLButtonElement>(".choices button")) {
      const { kind, value } = button.dataset;
      button.ariaPressed = String(value === shown?.dataset[kind ?? ""]);
    }
  }
}

customElements.define("sample-tabs", SampleTabs);
