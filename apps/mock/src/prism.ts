import { createLogger } from "@stoplight/prism-core";
import {
  createInstance,
  getHttpOperationsFromSpec,
  type IHttpConfig,
  resetJSONSchemaGenerator,
} from "@stoplight/prism-http";
import type { JsonObject, JsonValue } from "@workflow-api/contract";

// All that the mock uses of Prism. It loads slowly, so it is imported on demand.

/** Which response of an operation to make. Validation and negotiation are done. */
export interface Wanted {
  readonly status: number;
  /** A media type of the response. `undefined`: it has no body. */
  readonly mediaType: string | undefined;
  /** The name of an example of the response. `undefined`: the first one, or a generated body. */
  readonly example: string | undefined;
  /** The seed to generate the body from the schema with; otherwise an example is used. */
  readonly dynamic?: { readonly seed: string | undefined } | undefined;
}

/** An operation as Prism represents it. */
export type PrismOperation = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>[number];

/** Prism, reduced to making responses. */
export interface Prism {
  /** The operations of a document. Prism writes into the document. */
  readOperations(document: JsonObject): Promise<PrismOperation[]>;
  /** @throws {Error} Prism cannot make such an answer. */
  answer(operation: PrismOperation, wanted: Wanted): Promise<PrismAnswer>;
}

/** A response made by Prism. */
export interface PrismAnswer {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: JsonValue | undefined;
}

/** Sets up Prism without its validation and routing, which the contract has done. */
export function createPrism(): Prism {
  const instance = createInstance(configOf(undefined), {
    logger: createLogger("mock", { level: "silent" }),
    route: ({ resources: [operation] }) =>
      operation === undefined
        ? { _tag: "Left", left: new Error("Prism was given no operation") }
        : { _tag: "Right", right: operation },
  });
  return {
    readOperations: getHttpOperationsFromSpec,
    async answer(operation, wanted) {
      // Otherwise the seed would stay for later requests.
      if (wanted.dynamic !== undefined) resetJSONSchemaGenerator();
      const request = { method: "get", url: { path: "/" }, headers: {} } as const;
      const result = await instance.request(request, [operation], configOf(wanted))();
      if (result._tag === "Left") throw result.left;
      const { body, headers = {} } = result.right.output;
      return { headers, body: body as JsonValue | undefined };
    },
  };
}

/** A new configuration each time, because Prism writes into it. */
function configOf(wanted: Wanted | undefined): IHttpConfig {
  const { dynamic, example, mediaType = "*/*", status } = wanted ?? {};
  return {
    validateRequest: false,
    validateResponse: false,
    checkSecurity: false,
    errors: false,
    isProxy: false,
    upstreamProxy: undefined,
    mock: {
      dynamic: dynamic !== undefined,
      mediaTypes: [mediaType],
      ...(status !== undefined && { code: status }),
      ...(example !== undefined && { exampleKey: example }),
      ...(dynamic?.seed !== undefined && { seed: dynamic.seed }),
    },
  };
}
