import { fill } from "../samples/fill.ts";
import { onReaderValues, readerValues, setReaderValue } from "./reader.ts";

/** The fields in which the reader gives an address and credentials. They need scripts, so they are hidden without. */
class ReaderValues extends HTMLElement {
  connectedCallback(): void {
    this.hidden = false;
    for (const input of this.querySelectorAll("input")) {
      const { from = "", secret } = input.dataset;
      input.addEventListener("input", () => setReaderValue(from, input.value.trim(), secret !== undefined));
    }
    const originals = new Map(textsOf("details.sample code").map((text) => [text, text.data]));
    onReaderValues(() => {
      for (const [text, original] of originals) {
        const isShell = text.parentElement?.closest(".language-bash") !== null;
        text.data = fill(original, isShell ? "bash" : "ts", readerValues());
      }
    });
  }
}

function textsOf(selector: string): Text[] {
  return [...document.querySelectorAll(selector)].flatMap((element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode() !== null) {
      if (walker.currentNode instanceof Text) {
        texts.push(walker.currentNode);
      }
    }
    return texts;
  });
}

customElements.define("reader-values", ReaderValues);
