/** How many generated requests a test sends: a release is worth more of them than an edit (`npm run thorough`). */
export function countOf(usual: number, thorough: number): number {
  return process.env["MODE"] === "thorough" ? thorough : usual;
}
