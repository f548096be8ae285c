/** Gives a block of code a button that copies it. Without a clipboard (an insecure page) there is none. */
class CopyCode extends HTMLElement {
  connectedCallback(): void {
    const code = this.querySelector("code");
    if (code === null || navigator.clipboard === undefined || this.querySelector("button") !== null) {
      return;
    }
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.setAttribute("aria-label", `Copy ${this.dataset["title"] ?? "the code"}`);
    button.addEventListener("click", () => this.copy(code.textContent ?? "", button));
    this.append(button);
  }

  private async copy(text: string, button: HTMLButtonElement): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Not allowed";
    }
    button.classList.add("done");
    setTimeout(() => {
      button.textContent = "Copy";
      button.classList.remove("done");
    }, 2000);
  }
}

customElements.define("copy-code", CopyCode);
