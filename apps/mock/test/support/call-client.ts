import type { Call } from "@workflow-api/conformance";
import type { Contract, Operation } from "@workflow-api/contract";
import { authOption, type ClientCall, clientCall as callOf } from "@workflow-api/contract/calls";
import type { GeneratedClient } from "./generated-client.ts";
import { bodyOf } from "./sent-body.ts";

/** What the client put on the wire. */
export interface Wired {
  readonly method: string;
  /** The path and the query. */
  readonly target: string;
  readonly headers: Headers;
  readonly body: RequestInit["body"];
}

/** A call in the words of the client, which knows best what it calls everything. */
export function clientCall(contract: Contract, operation: Operation, { values, body }: Call): ClientCall {
  return callOf(contract, operation, values, body);
}

/** The secrets of the operation's first way of authenticating. */
export function authOf({ security }: Operation): Readonly<Record<string, unknown>> | undefined {
  return authOption(security[0] ?? [], (_scheme, part) => (part === "token" ? "a-secret" : part));
}

/** Calls the client, whose methods are only known at run time, and keeps what it sent. */
export async function callClient(
  createClient: GeneratedClient["createClient"],
  url: string,
  operation: Operation,
  call: ClientCall,
): Promise<{ readonly outcome: unknown; readonly failed: boolean; readonly wired: Wired | undefined }> {
  let wired: Wired | undefined;
  const options: Record<string, unknown> = {
    baseUrl: url,
    auth: authOf(operation),
    ...call.options,
    fetch: async (address: string, init: RequestInit): Promise<Response> => {
      const { origin, pathname, search } = new URL(address);
      wired = {
        method: init.method ?? "GET",
        target: pathname + search,
        headers: new Headers(init.headers),
        body: init.body,
      };
      return await fetch(address.replace(origin, url), init);
    },
  };
  try {
    const client = createClient(options);
    const method: unknown = Reflect.get(client, call.method);
    if (typeof method !== "function") throw new TypeError(`The client has no method ${call.method}.`);
    const body = bodyOf(call);
    const args = { ...call.arguments, ...(body && { body }) };
    return { outcome: await Reflect.apply(method, client, [args]), failed: false, wired };
  } catch (error) {
    return { outcome: error, failed: true, wired };
  }
}
