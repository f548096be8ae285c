export * from "./browser.ts";
export { contractFile, loadContract, loadDocument } from "./load-contract.ts";
