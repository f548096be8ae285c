export * from "./browser.ts";
export { contractFile, contractOf, loadContract, readSource } from "./load.ts";
export type { Source } from "./source.ts";
