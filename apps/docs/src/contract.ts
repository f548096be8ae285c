import { type Contract, loadContract } from "@workflow-api/contract";

/** The contract that the pages show: the file that `CONTRACT_FILE` names. While it is broken, each page says why. */
export const contract: Contract = loadContract(process.env["CONTRACT_FILE"]);

/** The one address that samples, defaults and prose say. A server of the built site may replace it by another. */
export const localMock = "http://127.0.0.1:4010";

/** The address of the mock that runs beside the site, which `MOCK_URL` names. */
export const mockUrl: string = (process.env["MOCK_URL"] ?? localMock).replace(/\/+$/, "");
