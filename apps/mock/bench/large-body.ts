/** JSON of 9 MB, which a server of the benchmarks sends where the query of a request is `large`. */
export function createLargeBody(): string {
  const items = Array.from({ length: 60_000 }, (_, id) => ({ id, name: "x".repeat(130) }));
  return JSON.stringify(items);
}
