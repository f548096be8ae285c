export * from "./browser.ts";
export { contractFile, contractOf, loadContract, readSource, type Source } from "./load.ts";
