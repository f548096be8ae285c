import {
  type Operation,
  type Scenario,
  type SecurityAlternative,
  scenarioRequest,
} from "@workflow-api/contract";
import { credentialOf } from "../view/security.ts";
import { authenticated, type SampleRequest } from "./authenticated.ts";
import { localMock } from "./local-mock.ts";

/** The request of a scenario to the contract's default server, authenticated in one way. */
export function sampleRequest(
  operation: Operation,
  scenario: Scenario,
  way: SecurityAlternative,
): SampleRequest {
  const credentials = way.map(credentialOf).filter((credential) => credential !== undefined);
  return authenticated(scenarioRequest(operation, scenario), sampleAddress(operation), credentials);
}

/** The address that the samples of an operation call: the default of its server, or the mock if that names no host. */
export function sampleAddress({ servers }: Pick<Operation, "servers">): string {
  const address = servers[0]?.defaultUrl ?? "";
  return /^https?:/.test(address) ? address : localMock + address.replace(/^(?=[^/])/, "/");
}
