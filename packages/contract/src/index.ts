export * from "./browser.ts";
export { contractFile, loadContract } from "./load-contract.ts";
