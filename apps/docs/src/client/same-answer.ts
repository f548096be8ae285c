/** Whether two bodies say the same: as JSON, whatever the order of members, or else as text. */
export function sameAnswer(body: string, expected: string): boolean {
  try {
    return canonical(JSON.parse(body)) === canonical(JSON.parse(expected));
  } catch {
    return body.trim() === expected.trim();
  }
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  );
}
