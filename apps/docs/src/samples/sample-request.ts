import {
  type Operation,
  type Scenario,
  type SecurityAlternative,
  scenarioRequest,
} from "@workflow-api/contract";
import { credentialOf } from "../view/security.ts";
import { authenticated, type SampleRequest } from "./authenticated.ts";

/** The request of a scenario to the contract's default server, authenticated in one way. */
export function sampleRequest(
  operation: Operation,
  scenario: Scenario,
  way: SecurityAlternative,
): SampleRequest {
  const credentials = way.map(credentialOf).filter((credential) => credential !== undefined);
  return authenticated(scenarioRequest(operation, scenario), sampleAddress(operation), credentials);
}

/** Where the local mock answers, for a contract that names no address. */
const mock = "http://127.0.0.1:4010";

/** The address that the samples of an operation call: the default of its server, or of the contract's. */
export function sampleAddress({ servers }: Pick<Operation, "servers">): string {
  const address = servers[0]?.defaultUrl ?? "";
  return /^https?:/.test(address) ? address : mock + address.replace(/^(?=[^/])/, "/");
}
