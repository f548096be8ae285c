import { createRequire } from "node:module";
import { transformOas3Operations } from "@stoplight/http-spec/oas3/operation";
import type mocker from "@stoplight/prism-http/dist/mocker/index.js";
import { type Contract, type JsonValue, type Operation, valueAt } from "@workflow-api/contract";
import type { Wanted } from "./generate.ts";

// All that the mock uses of Prism. It loads slowly, so it is imported on demand; its router,
// validator and forwarder are not loaded at all.

/** Prism, reduced to making the bodies of responses. */
export interface Prism {
  /**
   * The named example, or a body from the schema.
   *
   * @throws {Error} Prism cannot make one.
   */
  makeBody(operation: Operation, wanted: Wanted): JsonValue | undefined;
}

type PrismOperation = ReturnType<typeof transformOas3Operations>[number];
type Logger = Parameters<ReturnType<typeof mocker.default>>[0];

// Loaders differ in what the default export of CommonJS is.
const { default: mock }: typeof mocker = createRequire(import.meta.url)(
  "@stoplight/prism-http/dist/mocker",
);

/** Prism logs what it does; the mock logs by itself. */
const silent: Logger = new Proxy(
  Object.assign(() => silent),
  { get: () => () => silent },
);

/** Prism for one contract. It reads an operation when it is first requested. */
export function createPrism({ document }: Contract): Prism {
  const known = new Map<Operation, PrismOperation | undefined>();
  const read = ({ method, path, pointer }: Operation): PrismOperation | undefined => {
    const { openapi, info, jsonSchemaDialect, components } = document;
    const responses = valueAt(document, `${pointer}/responses`);
    const paths = { [path]: { [method.toLowerCase()]: { responses } } };
    return transformOas3Operations({ openapi, info, jsonSchemaDialect, paths, components })[0];
  };
  return {
    makeBody(operation, { mediaType, scenario, status }) {
      const resource = known.get(operation) ?? read(operation);
      known.set(operation, resource);
      // Schemas refer to components, which Prism looks up in the operation.
      const withComponents = { ...resource, components: document["components"] };
      const data = { method: "get", url: { path: "/" }, headers: {} } as const;
      const result = mock({
        resource: withComponents as PrismOperation,
        input: { validations: [], data },
        // A new one each time, because Prism writes into it.
        config: {
          dynamic: false,
          mediaTypes: [mediaType ?? "*/*"],
          code: status,
          ...(scenario !== undefined && { exampleKey: scenario }),
        },
      })(silent);
      if (result._tag === "Left") throw result.left;
      // Prism falls back to another response where it cannot make this one.
      if (result.right.statusCode !== status) throw new Error(`Prism has no response ${status}`);
      return result.right.body as JsonValue | undefined;
    },
  };
}
