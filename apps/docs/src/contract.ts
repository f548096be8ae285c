import { type Contract, loadContract } from "@workflow-api/contract";

/**
 * The contract that the pages show: the file that `CONTRACT_FILE` names. While it is broken, each
 * page says why.
 */
export const contract: Contract = loadContract(process.env["CONTRACT_FILE"]);

/**
 * The address of the mock. Samples, defaults and prose say this one; what serves a page may say
 * another in its place.
 */
export const mockUrl = "http://127.0.0.1:4010";
