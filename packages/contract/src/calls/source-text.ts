/** A piece of source text that stands for a value in a literal. */
export class Source {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * The literal of a value that JSON and pieces of source text can hold; `undefined` members are left out.
 * @param indent What the line that it begins on is indented by.
 * @param width The most characters that an object or a list may have on one line, the indentation not counted.
 */
export function literal(value: unknown, indent: string = "", width: number = 90): string {
  if (value instanceof Source) return value.text;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const deeper = `${indent}  `;
  const isList = Array.isArray(value);
  const parts = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => (isList ? "" : `${keyOf(name)}: `) + literal(member, deeper, width));
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  const space = isList || parts.length === 0 ? "" : " ";
  const line = `${open}${space}${parts.join(", ")}${space}${close}`;
  if (line.length <= width && !line.includes("\n")) return line;
  return `${open}\n${parts.map((part) => `${deeper}${part},\n`).join("")}${indent}${close}`;
}

/** Written plainly, one name would set the prototype of the object. */
function keyOf(name: string): string {
  return name === "__proto__" ? '["__proto__"]' : propertyName(name);
}

/** A name as the key of an object literal or of a type. */
export function propertyName(name: string): string {
  return isIdentifier(name) ? name : JSON.stringify(name);
}

/** What reaches a member by its name: `.then_`, `["get-thing"]`. */
export function memberAccess(name: string): string {
  return isIdentifier(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

function isIdentifier(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name);
}
