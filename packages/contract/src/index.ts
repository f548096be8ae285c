export * from "./browser.ts";
export { contractFile, contractOf, loadContract, readContract, readSource } from "./load.ts";
export type { Source } from "./source.ts";
