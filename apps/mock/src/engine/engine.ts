import { createLogger } from "@stoplight/prism-core";
import { resetJSONSchemaGenerator } from "@stoplight/prism-http";
import type { Contract, Parameter } from "@workflow-api/contract";
import { createJudge } from "./judge.ts";
import type { Preferences, PrismOperation, PrismRequest, PrismResult } from "./prism.ts";
import { prismOperations } from "./prism-operations.ts";
import { withReadableHeaders } from "./readable-headers.ts";
import { withReadableParameters } from "./readable-parameters.ts";
import { createRouter, type Router } from "./router.ts";
import { createDrawing } from "./seeded-random.ts";

/** Prism, loaded with a contract. It throws at what it cannot read. */
export interface Engine {
  readonly route: Router;
  /** The parameters that Prism is not asked about, for it would misread them. */
  readonly unread: ReadonlySet<Parameter>;
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
  /** What came, as it is told. Absent: what stands there. */
  readonly received?: string;
}

const errorSeverity = 0;

/** Loads a contract into Prism, through what Prism exports. */
export async function createEngine(contract: Contract): Promise<Engine> {
  const loaded = await prismOperations(contract);
  const readable = loaded.map((prism) => {
    const operation = contract.operations.find(
      ({ method, path }) => path === prism.path && method === prism.method.toUpperCase(),
    );
    return withReadableParameters(withReadableHeaders(prism, operation), operation);
  });
  const operations = readable.map(({ prism }) => prism);
  const draw = createDrawing();
  const logger = createLogger("mock", { level: "silent" });
  const judge = createJudge(logger);
  return {
    route: createRouter(operations, logger),
    unread: new Set(readable.flatMap(({ unread }) => unread)),
    async refuses(request, operation, { validity }) {
      const found = await (validity
        ? judge.judge(request, operation)
        : judge.authenticate(request, operation));
      return found?.some(({ severity }) => severity === errorSeverity) ?? true;
    },
    async refusal(request, operation, violations) {
      if (violations.length === 0) throw new Error("Nothing was violated.");
      judge.accuse(
        request,
        violations.map(({ location, code, message }) => ({
          path: [...location],
          severity: errorSeverity,
          code,
          message,
        })),
      );
      return judge.answer(request, operation, {});
    },
    async answer(request, operation, preferences) {
      const { dynamic, seed } = preferences;
      const work = () => judge.answer(request, operation, preferences);
      if (dynamic !== true) return work();
      return draw(seed, () => {
        // A seed would otherwise stay for the requests after this one.
        resetJSONSchemaGenerator();
        return work();
      });
    },
  };
}
