import { fill } from "../samples/fill.ts";
import { textsOf } from "./dom.ts";
import { mockBeside } from "./mock-beside.ts";
import { forgetReaderValues, onReaderValues, readerValues, setReaderValue } from "./reader.ts";

/** The fields in which the reader gives an address and credentials. */
class ReaderValues extends HTMLElement {
  connectedCallback(): void {
    const inputs = [...this.querySelectorAll("input")];
    for (const input of inputs) {
      const { from = "", secret, address } = input.dataset;
      input.addEventListener("input", () => {
        const given = input.value.trim();
        // Every path begins with a slash.
        const value = address === undefined ? given : given.replace(/\/+$/, "");
        setReaderValue(from, value, secret !== undefined);
      });
    }
    onReaderValues(fillSamples);
    fillAddress(inputs);
    // Also of a page that was kept, see below.
    addEventListener("pageshow", () => fillAddress(inputs));
    // A page that is left may be kept to go back to, with all that was typed into it.
    addEventListener("pagehide", () => {
      for (const input of inputs) {
        input.value = "";
      }
      forgetReaderValues();
    });
  }
}

/** Whoever starts the docs and the mock together means this mock. */
function fillAddress(inputs: readonly HTMLInputElement[]): void {
  for (const input of inputs) {
    const { address, from = "" } = input.dataset;
    const beside = address !== undefined && input.value === "" ? mockBeside(from) : undefined;
    if (beside !== undefined) {
      input.value = beside;
      setReaderValue(from, beside, false);
    }
  }
}

let originals: ReadonlyMap<Text, string> | undefined;

function fillSamples(): void {
  originals ??= new Map(textsOf("details.sample code").map((text) => [text, text.data]));
  for (const [text, original] of originals) {
    const isShell = text.parentElement?.closest(".language-bash") !== null;
    text.data = fill(original, isShell ? "bash" : "ts", readerValues());
  }
}

customElements.define("reader-values", ReaderValues);
