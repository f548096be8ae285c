import { createLogger } from "@stoplight/prism-core";
import { createInstance, resetJSONSchemaGenerator } from "@stoplight/prism-http";
import type { Contract } from "@workflow-api/contract";
import {
  type Preferences,
  type PrismOperation,
  type PrismRequest,
  type PrismResult,
  prismConfig,
} from "./prism.ts";
import { prismOperations } from "./prism-operations.ts";
import { withReadableHeaders } from "./readable-headers.ts";
import { createDrawing } from "./seeded-random.ts";

/** Prism, loaded with a contract. It throws at what it cannot read. */
export interface Engine {
  /** The operation that a request addresses, or the error that says that there is none. */
  route(request: PrismRequest): Promise<PrismOperation | Error>;
  /** Whether a request fails authentication or breaks the contract: Prism then answers that and nothing else. */
  refuses(request: PrismRequest, operation: PrismOperation, checks: Checks): Promise<boolean>;
  /** The answer to a request in which something else than Prism found these violations: the one that is documented. */
  refusal(
    request: PrismRequest,
    operation: PrismOperation,
    violations: readonly FoundViolation[],
  ): Promise<PrismResult>;
  /** The answer of an operation to a request. */
  answer(request: PrismRequest, operation: PrismOperation, preferences: Preferences): Promise<PrismResult>;
}

/** What of a request is judged besides its authentication. */
export interface Checks {
  readonly validity: boolean;
}

/** What breaks the contract, as Prism words it. */
export interface FoundViolation {
  /** Where: `query`, the name of the parameter, and the place in it. */
  readonly location: readonly string[];
  readonly code: string;
  readonly message: string;
}

interface Told {
  readonly operation: PrismOperation;
  readonly refused: boolean;
}

const errorSeverity = 0;

/** Loads a contract into Prism, through what Prism exports. */
export async function createEngine(contract: Contract): Promise<Engine> {
  const loaded = await prismOperations(contract);
  const operations = loaded.map((prism) =>
    withReadableHeaders(
      prism,
      contract.operations.find(
        ({ method, path }) => path === prism.path && method === prism.method.toUpperCase(),
      ),
    ),
  );
  const draw = createDrawing();
  const logger = createLogger("mock", { level: "silent" });
  const prism = createInstance(prismConfig({}), { logger });
  // Prism keeps to itself where it routes to and whether it refuses. An instance whose mock notes that tells it.
  const notes = new WeakMap<PrismRequest, Told>();
  const teller = createInstance(prismConfig({}), {
    logger,
    mock:
      ({ resource, input }) =>
      () => {
        const refused = input.validations.some(({ severity }) => severity === errorSeverity);
        notes.set(input.data, { operation: resource, refused });
        return { _tag: "Right", right: { statusCode: 200 } };
      },
  });
  return {
    async route(request) {
      const config = {
        ...prismConfig({}),
        checkSecurity: false,
        validateRequest: false,
        validateResponse: false,
      };
      const result = await teller.request(request, operations, config)();
      if (result._tag === "Left") return result.left;
      return notes.get(request)?.operation ?? new Error("Prism routed to no operation.");
    },
    async refuses(request, operation, { validity }) {
      const config = { ...prismConfig({}), validateRequest: validity, validateResponse: false };
      await teller.request(request, [operation], config)();
      return notes.get(request)?.refused ?? true;
    },
    async refusal(request, operation, violations) {
      const [first, ...rest] = violations.map(({ location, code, message }) => ({
        path: [...location],
        severity: errorSeverity,
        code,
        message,
      }));
      if (first === undefined) throw new Error("Nothing was violated.");
      const refusing = createInstance(prismConfig({}), {
        logger,
        validateInput: () => ({ _tag: "Left", left: [first, ...rest] }),
      });
      return refusing.request(request, [operation], { ...prismConfig({}), checkSecurity: false })();
    },
    async answer(request, operation, preferences) {
      const { dynamic, seed } = preferences;
      const work = () => prism.request(request, [operation], prismConfig(preferences))();
      if (dynamic !== true) return work();
      return draw(seed, () => {
        // A seed would otherwise stay for the requests after this one.
        resetJSONSchemaGenerator();
        return work();
      });
    },
  };
}
