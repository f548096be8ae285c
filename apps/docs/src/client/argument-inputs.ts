/** The values of a call, and fields in which the reader can change them. */
export interface ArgumentInputs {
  readonly element: HTMLElement;
  /** What stands in the fields now. */
  values(): Record<string, unknown>;
}

/** A foldable field for each argument. A text is written as it is, everything else as JSON. */
export function argumentInputs(args: Readonly<Record<string, unknown>>): ArgumentInputs {
  const element = document.createElement("details");
  const summary = document.createElement("summary");
  summary.textContent = "Other values";
  const grid = document.createElement("div");
  grid.className = "inputs";
  const readers = Object.entries(args).map(([name, value]) => {
    const isText = typeof value === "string";
    const input = document.createElement("input");
    input.type = "text";
    input.value = isText ? value : JSON.stringify(value);
    input.autocomplete = "off";
    input.spellcheck = false;
    const label = document.createElement("label");
    label.append(isText ? name : `${name} (JSON)`, input);
    grid.append(label);
    return (): [string, unknown] => [name, isText ? input.value : parsed(input.value)];
  });
  element.className = "other-values";
  element.append(summary, grid);
  return { element, values: () => Object.fromEntries(readers.map((read) => read())) };
}

/** What is not JSON is taken as text, so that a mistake is the service's to refuse. */
function parsed(text: string): unknown {
  try {
    return text.trim() === "" ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}
