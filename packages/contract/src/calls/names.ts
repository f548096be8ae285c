/** The words of a name, whatever separates them: spaces, punctuation, a change of case. */
function words(name: string): string[] {
  const parts = name.replaceAll(/([a-z\d])([A-Z])/g, "$1 $2").split(/[^A-Za-z\d]+/);
  return parts.filter((part) => part !== "");
}

/** `X-Domain` is `XDomain`, `getVariablesCage` is `GetVariablesCage`. */
export function pascalCase(name: string): string {
  const joined = words(name).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return joined.join("").replace(/^(?=\d|$)/, "_");
}

/** `X-Api-Version` is `xApiVersion`, `Domain` is `domain`. */
export function camelCase(name: string): string {
  const [first = "_", ...rest] = words(name);
  const head = first === first.toUpperCase() ? first.toLowerCase() : first;
  return head.charAt(0).toLowerCase() + head.slice(1) + rest.map(pascalCase).join("");
}

/** The name, made different from those that are taken; it is then taken itself. */
export function claim(name: string, taken: Set<string>): string {
  const free = taken.has(name) ? claim(`${name}_`, taken) : name;
  taken.add(free);
  return free;
}
