/** What a module offers to generated code. */
export interface Offer {
  readonly from: string;
  /** `Client as FetchClient` is named by its second name. */
  readonly names: readonly string[];
  /** Absent: values. */
  readonly kind?: "types";
}

/** The imports of what the text of a module names, and no others: the compiler refuses what is not used. */
export function importsOf(text: string, offers: readonly Offer[]): string {
  const code = text.replaceAll(/"(?:[^"\\]|\\.)*"|\/\*\*[\s\S]*?\*\//g, "");
  const isNamed = (name: string): boolean =>
    new RegExp(`\\b${name.split(" ").at(-1)}\\b(?!\\??:)`).test(code);
  return offers
    .map(({ from, names, kind }) => ({ from, kind, named: names.filter(isNamed).join(", ") }))
    .filter(({ named }) => named !== "")
    .map(({ from, kind, named }) => `import ${kind ? "type " : ""}{ ${named} } from "${from}";\n`)
    .join("");
}
