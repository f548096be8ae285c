/**
 * Whether a name in a query is one of some names, or names a member of one of them: `page[size]` is a name of its own in
 * JSON:API, and a member of `page` in the style deepObject.
 *
 * @param sent - The name as it was sent, decoded.
 */
export function isNamed(names: ReadonlySet<string>, sent: string): boolean {
  return names.has(sent) || names.has(sent.replace(/\[.*$/s, ""));
}
