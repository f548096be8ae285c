import { createRequire, Module } from "node:module";
import type mocker from "@stoplight/prism-http/dist/mocker/index.js";
import type { Contract, Operation } from "@workflow-api/contract";
import { type JsonValue, valueAt } from "@workflow-api/contract/json";
import type { Wanted } from "./generate.ts";

// All that the mock uses of Prism: what makes responses. It loads slowly, so it is imported on
// demand; the reader, the router, the validator and the forwarder of Prism are not loaded at all.

/** Prism, reduced to making the bodies of responses. */
export interface Prism {
  /**
   * The named example, or a body from the schema.
   *
   * @throws {Error} Prism cannot make one.
   */
  makeBody(operation: Operation, wanted: Wanted): JsonValue | undefined;
}

type Mock = typeof mocker.default;
type Arguments = Parameters<Mock>[0];
type PrismOperation = Arguments["resource"];
type Logger = Parameters<ReturnType<Mock>>[0];

const { default: mock } = loadMocker();

/**
 * Loads Prism without Faker, which takes two fifths of the time and makes random bodies alone: the
 * mock asks Prism for none. (Loaders differ in what the default export of CommonJS is.)
 */
function loadMocker(): typeof mocker {
  const require = createRequire(import.meta.url);
  const file = require.resolve("@stoplight/prism-http/dist/mocker");
  const faker = createRequire(file).resolve("@faker-js/faker");
  const isLoaded = faker in require.cache;
  require.cache[faker] ??= Object.assign(new Module(faker), { loaded: true });
  try {
    return require(file);
  } finally {
    // Others who use Faker get the real one.
    if (!isLoaded) delete require.cache[faker];
  }
}

/** Prism logs what it does; the mock logs by itself. */
const silent: Logger = new Proxy(
  Object.assign(() => silent),
  { get: () => () => silent },
);

const noRequest: Arguments["input"] = {
  validations: [],
  data: { method: "get", url: { path: "/" }, headers: {} },
};

/** Prism for one contract. */
export function createPrism({ document }: Contract): Prism {
  const { components } = document;
  return {
    makeBody(operation, wanted) {
      const { mediaType = "", scenario, status } = wanted;
      const shown = operationOf(document, operation, wanted);
      // Schemas refer to components, which Prism looks up in the operation.
      const resource = { ...shown, components };
      const example = scenario === undefined ? {} : { exampleKey: scenario };
      const config = { dynamic: false, mediaTypes: [mediaType], code: status, ...example };
      const result = mock({ resource, input: noRequest, config })(silent);
      if (result._tag === "Left") throw result.left;
      // Prism falls back to another response where it cannot make this one.
      if (result.right.statusCode !== status) throw new Error(`Prism has no response ${status}`);
      return result.right.body as JsonValue | undefined;
    },
  };
}

/** An operation with the wanted response alone, as Prism represents it. */
function operationOf(
  document: Contract["document"],
  { method, operationId, path }: Operation,
  { mediaType, response, status }: Wanted,
): PrismOperation {
  const contents = response.content
    .filter((media) => media.mediaType === mediaType)
    .map(({ examples, pointer }) => ({
      id: pointer,
      mediaType: mediaType ?? "",
      schema: valueAt(document, `${pointer}/schema`) ?? {},
      examples: examples.map(({ name, value }) => ({ id: name, key: name, value })),
    }));
  const responses = [{ id: String(status), code: String(status), contents }];
  return { id: operationId, method, path, responses } as PrismOperation;
}
