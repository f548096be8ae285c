import {
  type Operation,
  type Scenario,
  type SecurityAlternative,
  scenarioRequest,
} from "@workflow-api/contract";
import { type Credential, credentialOf } from "../view/security.ts";

/** A whole request, with placeholders for the secrets. */
export interface SampleRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | undefined;
}

/** The request of a scenario to the contract's default server, authenticated in one way. */
export function sampleRequest(
  operation: Operation,
  scenario: Scenario,
  way: SecurityAlternative,
): SampleRequest {
  const { method, target, headers, body } = scenarioRequest(operation, scenario);
  const credentials = way.map(credentialOf).filter((credential) => credential !== undefined);
  const query = pairs(credentials, "query").map(([name, value]) => `${encodeURIComponent(name)}=${value}`);
  const cookies = pairs(credentials, "cookie").map(([name, value]) => `${name}=${value}`);
  const server = sampleAddress(operation);
  return {
    method,
    url: [server + target, ...query].reduce((url, part) => `${url}${url.includes("?") ? "&" : "?"}${part}`),
    headers: withCookies([...Object.entries(headers), ...pairs(credentials, "header")], cookies),
    body,
  };
}

/** Where the local mock answers, for a contract that names no address. */
const mock = "http://127.0.0.1:4010";

/** The address that the samples of an operation call: the default of its server. */
export function sampleAddress({ servers }: Operation): string {
  const address = servers[0]?.defaultUrl ?? "";
  return /^https?:/.test(address) ? address : mock + address.replace(/^(?=[^/])/, "/");
}

function pairs(credentials: readonly Credential[], location: Credential["in"]): [string, string][] {
  return credentials
    .filter((credential) => credential.in === location)
    .map(({ name, prefix, placeholder }) => [name, `${prefix}${placeholder}`]);
}

function withCookies(headers: [string, string][], cookies: readonly string[]): [string, string][] {
  const own = headers.find(([name]) => name === "Cookie")?.[1];
  const all = [...(own === undefined ? [] : [own]), ...cookies];
  const others = headers.filter(([name]) => name !== "Cookie");
  return all.length === 0 ? others : [...others, ["Cookie", all.join("; ")]];
}
