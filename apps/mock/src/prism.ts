import { createLogger } from "@stoplight/prism-core";
import {
  createInstance,
  getHttpOperationsFromSpec,
  type IHttpConfig,
  resetJSONSchemaGenerator,
} from "@stoplight/prism-http";
import type { JsonObject, JsonValue } from "@workflow-api/contract";

// All of Prism that the mock uses. It takes long to load, so it is imported when it is needed.

/** Which answer of an operation is wanted. All that was judged and negotiated is decided. */
export interface Wanted {
  readonly status: number;
  /** One of the response. `undefined`: it has no body. */
  readonly mediaType: string | undefined;
  /**
   * The name of an example of the response. `undefined`: its first one, otherwise what Prism makes
   * up.
   */
  readonly example: string | undefined;
  /**
   * Whether Prism makes the answer up from the schema, of this seed; otherwise it takes an example.
   */
  readonly dynamic?: { readonly seed: string | undefined } | undefined;
}

/** An operation as Prism holds it. */
export type PrismOperation = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>[number];

/** Prism, as the maker of answers. */
export interface Prism {
  /** The operations of a document, which Prism writes into. */
  readOperations(document: JsonObject): Promise<PrismOperation[]>;
  /** @throws {Error} Prism cannot make such an answer. */
  answer(operation: PrismOperation, wanted: Wanted): Promise<PrismAnswer>;
}

/** What Prism makes. */
export interface PrismAnswer {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: JsonValue | undefined;
}

/**
 * Sets up Prism so that it judges nothing and searches nothing: the contract's judge and router
 * have.
 */
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
      // A seed would otherwise stay for the requests after this one.
      if (wanted.dynamic !== undefined) resetJSONSchemaGenerator();
      const request = { method: "get", url: { path: "/" }, headers: {} } as const;
      const result = await instance.request(request, [operation], configOf(wanted))();
      if (result._tag === "Left") throw result.left;
      const { body, headers = {} } = result.right.output;
      return { headers, body: body as JsonValue | undefined };
    },
  };
}

/** A fresh configuration, because Prism writes into the one it gets. */
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
