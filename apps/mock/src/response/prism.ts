import { createRequire } from "node:module";
import { setImmediate } from "node:timers/promises";
import type { createInstance, IHttpConfig, PrismHttpComponents } from "@stoplight/prism-http";
import type { Contract, Operation } from "@workflow-api/contract";
import type { JsonValue } from "@workflow-api/contract/json";
import type { ResponseParts } from "./generator.ts";
import { type PrismOperation, prismOperation } from "./prism-operation.ts";

// Where Prism begins and ends: the contract decides the status, the example and the media type of a
// response, and Prism makes its body and the values of its headers.

/** Prism, for any contract. */
export interface Prism {
  /**
   * The named example, or a body from the schema, and a value for each header.
   *
   * @throws {Error} Prism cannot make them.
   */
  respond(contract: Contract, operation: Operation, parts: ResponseParts): Promise<PrismOutput>;
}

/** What Prism makes. It may break its schema. */
export interface PrismOutput {
  readonly body: JsonValue | undefined;
  /** By name, as the contract spells it. */
  readonly headers: Readonly<Record<string, JsonValue | undefined>>;
}

/**
 * Loads Prism, which takes about a second of processor time. Its largest dependencies are loaded
 * one by one, so that requests get through in between.
 */
export async function loadPrism(): Promise<Prism> {
  const { resolve } = createRequire(import.meta.url);
  const requireForPrism = createRequire(resolve("@stoplight/prism-http"));
  for (const name of largestDependencies) {
    requireForPrism(name);
    await setImmediate();
  }
  const module = await import("@stoplight/prism-http");
  return createPrism(module.createInstance);
}

const largestDependencies = [
  "@faker-js/faker",
  "@stoplight/http-spec",
  "@stoplight/json-schema-merge-allof",
  "json-schema-faker",
  "@stoplight/prism-core",
];

/** The contract has routed and validated the request, and validates what Prism makes. */
const config: IHttpConfig = {
  checkSecurity: false,
  validateRequest: false,
  validateResponse: false,
  errors: false,
  isProxy: false,
  upstreamProxy: undefined,
  mock: { dynamic: false },
};

/** Prism logs what it does; the mock logs by itself. */
const silent: PrismHttpComponents["logger"] = new Proxy(
  Object.assign(() => silent),
  { get: () => () => silent },
);

/** Prism chooses among the operations that it is given, which is always one. */
const route: PrismHttpComponents["route"] = ({ resources: [operation] }) =>
  operation === undefined
    ? { _tag: "Left", left: new Error("Prism was given no operation.") }
    : { _tag: "Right", right: operation };

function createPrism(create: typeof createInstance): Prism {
  const instance = create(config, { logger: silent, route });
  return {
    async respond(contract, operation, parts) {
      const { media, scenario, status } = parts;
      const mock = {
        dynamic: false,
        code: status,
        ...(media !== undefined && { mediaTypes: [media.mediaType] }),
        ...(scenario !== undefined && { exampleKey: scenario }),
      };
      const resource: PrismOperation = prismOperation(contract, operation, parts);
      const request = { method: "get", url: { path: operation.path }, headers: {} } as const;
      const result = await instance.request(request, [resource], { ...config, mock })();
      if (result._tag === "Left") throw result.left;
      const { body, headers = {}, statusCode } = result.right.output;
      // Prism responds with a success where it cannot make what is asked for.
      if (statusCode !== status) throw new Error(`Prism has no response ${status}`);
      return { body: body as JsonValue | undefined, headers };
    },
  };
}
