import { make } from "./dom.ts";

/** What can be wrong with a field, shown beside it. */
export interface Mark {
  /** Says what is wrong with the field, to the eye and to a reader of the screen. */
  show(message: string): void;
  clear(): void;
  /** Leads the reader to the field, and to a place in its text. */
  focus(pointer?: string): void;
}

/** Makes a field one that problems can be shown at. They go when it is changed. */
export function markable(
  holder: HTMLElement,
  input: HTMLInputElement | HTMLTextAreaElement,
  select: (pointer: string) => void = () => undefined,
): Mark {
  const note = make("p", "field-problem");
  note.id = `${input.id}-problem`;
  const clear = (): void => {
    note.remove();
    note.textContent = "";
    input.removeAttribute("aria-invalid");
    input.removeAttribute("aria-describedby");
  };
  input.addEventListener("input", clear);
  return {
    show: (message) => {
      note.append(...(note.textContent === "" ? [] : [" "]), message);
      input.setAttribute("aria-invalid", "true");
      input.setAttribute("aria-describedby", note.id);
      holder.append(note);
    },
    clear,
    focus: (pointer = "") => {
      input.closest("details")?.setAttribute("open", "");
      input.focus();
      select(pointer);
    },
  };
}
