import { type Contract, loadContract } from "@workflow-api/contract";

/**
 * The contract of the pages: the file that `CONTRACT_FILE` names. If it is invalid, each page says
 * why.
 */
export const contract: Contract = loadContract(process.env["CONTRACT_FILE"]);

/** The URL of the mock in samples, defaults and prose. The server of the site may replace it. */
export const mockUrl = "http://127.0.0.1:4010";
