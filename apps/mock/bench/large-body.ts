const items = Array.from({ length: 60_000 }, (_, id) => ({ id, name: "x".repeat(130) }));

/** JSON of 9 MB, which a server of the benchmarks sends where the query of a request is `large`. */
export const largeBody: string = JSON.stringify(items);
