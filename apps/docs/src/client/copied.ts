/** How long a button says what came of it, in milliseconds. */
const shown = 2000;

const ends = new WeakMap<HTMLElement, () => void>();

/** Copies a text, and has the button that asked for it say so for a while, to the eye and to the ear. */
export async function copyBy(button: HTMLElement, text: string): Promise<void> {
  const done = await navigator.clipboard.writeText(text).then(
    () => "Copied",
    () => "Not allowed",
  );
  ends.get(button)?.();
  const { textContent: label, ariaLabel: name } = button;
  const end = (): void => {
    clearTimeout(timer);
    ends.delete(button);
    button.textContent = label;
    button.ariaLabel = name;
    button.classList.remove("done");
  };
  const timer = setTimeout(end, shown);
  ends.set(button, end);
  button.textContent = done;
  button.ariaLabel = done;
  button.classList.add("done");
}
