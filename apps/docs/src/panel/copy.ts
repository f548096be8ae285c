/**
 * Copies a string and confirms it on the button.
 *
 * @param said - What the button then says for a moment.
 */
export function copyText(button: HTMLElement, text: string, said = "Copied"): void {
  void write(text).then((isCopied) => {
    const label = button.textContent;
    button.textContent = isCopied ? said : "Copy failed";
    setTimeout(() => {
      button.textContent = label;
    }, 1500);
  });
}

/** An insecure page has no clipboard API, but can copy a selection. */
async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    const isCopied = document.execCommand("copy");
    area.remove();
    return isCopied;
  }
}
