/** How much of a path is repeated, in characters. */
const longest = 200;

/** The beginning of a path that is long. */
export function shortened(path: string): string {
  return path.length <= longest ? path : `${path.slice(0, longest)}…`;
}
