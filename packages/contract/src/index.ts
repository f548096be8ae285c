export * from "./browser.ts";
export { contractFile, contractOf, loadContract, readContract, readSource } from "./read/file.ts";
export type { Source } from "./read/source.ts";
