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
