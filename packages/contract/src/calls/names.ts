/**
 * The words of a name, whatever separates them: spaces, punctuation, a change of case. Where several words are all in
 * capitals, the capitals are how the name is written, and no abbreviations to keep.
 */
function words(name: string): string[] {
  const split = name.replaceAll(/([a-z\d])([A-Z])/g, "$1 $2").split(/[^A-Za-z\d]+/);
  const parts = split.filter((part) => part !== "");
  const isInCapitals = parts.length > 1 && !/[a-z]/.test(name);
  return isInCapitals ? parts.map((part) => part.toLowerCase()) : parts;
}

/** `X-Domain` is `XDomain`, `getVariablesCage` is `GetVariablesCage`, `API_KEY` is `ApiKey`. */
export function pascalCase(name: string): string {
  const joined = words(name).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return joined.join("").replace(/^(?=\d|$)/, "_");
}

/** `X-Api-Version` is `xApiVersion`, `API-TENANT` is `apiTenant`, `Domain` is `domain`. */
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
