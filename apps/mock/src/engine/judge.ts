import { createInstance } from "@stoplight/prism-http";
import { noting } from "./noting.ts";
import {
  type Preferences,
  type PrismLogger,
  type PrismOperation,
  type PrismRequest,
  type PrismResult,
  type PrismViolation,
  prismConfig,
} from "./prism.ts";

/** Prism, for requests whose operation is known. A request that is judged is not judged again for its answer. */
export interface Judge {
  /** What is wrong with a request; `undefined`: Prism cannot tell. */
  judge(request: PrismRequest, operation: PrismOperation): Promise<readonly PrismViolation[] | undefined>;
  /** The same for its authentication alone. */
  authenticate(
    request: PrismRequest,
    operation: PrismOperation,
  ): Promise<readonly PrismViolation[] | undefined>;
  /** Takes a request for one with these violations. */
  accuse(request: PrismRequest, violations: readonly PrismViolation[]): void;
  /** The answer to a request, which depends on whether it breaks the contract. */
  answer(request: PrismRequest, operation: PrismOperation, preferences: Preferences): Promise<PrismResult>;
}

/** Judges and answers by what an operation says of requests and responses. */
export function createJudge(logger: PrismLogger): Judge {
  const verdicts = new WeakMap<PrismRequest, readonly PrismViolation[]>();
  const notes = new WeakMap<PrismRequest, readonly PrismViolation[]>();
  const note = noting(notes, ({ input }) => input.validations);
  const judging = createInstance(prismConfig({}), { logger, route: onlyOne, mock: note });
  const answering = createInstance(prismConfig({}), { logger, route: onlyOne });
  const answeringJudged = createInstance(prismConfig({}), {
    logger,
    route: onlyOne,
    validateSecurity: ({ element }) => ({ _tag: "Right", right: element }),
    validateInput: ({ element }) => {
      const [first, ...rest] = verdicts.get(element) ?? [];
      return first === undefined
        ? { _tag: "Right", right: element }
        : { _tag: "Left", left: [first, ...rest] };
    },
  });
  const examine = async (
    request: PrismRequest,
    operation: PrismOperation,
    validateRequest: boolean,
  ): Promise<readonly PrismViolation[] | undefined> => {
    const config = { ...prismConfig({}), validateRequest, validateResponse: false };
    await judging.request(request, [operation], config)();
    const violations = notes.get(request)?.map(challengingOnce);
    if (violations !== undefined) verdicts.set(request, violations);
    return violations;
  };
  return {
    judge: (request, operation) => examine(request, operation, true),
    authenticate: (request, operation) => examine(request, operation, false),
    accuse(request, violations) {
      verdicts.set(request, violations);
    },
    answer(request, operation, preferences) {
      const prism = verdicts.has(request) ? answeringJudged : answering;
      return prism.request(request, [operation], prismConfig(preferences))();
    },
  };
}

/** Prism challenges once for each way of authenticating, be it in the same words. */
function challengingOnce(violation: PrismViolation): PrismViolation {
  const { tags } = violation;
  return tags === undefined ? violation : { ...violation, tags: [...new Set(tags)] };
}

type PrismRoute = NonNullable<Parameters<typeof createInstance>[1]["route"]>;

/** The operation is known by then. */
const onlyOne: PrismRoute = ({ resources: [operation] }) =>
  operation === undefined
    ? { _tag: "Left", left: new Error("There is no operation to route to.") }
    : { _tag: "Right", right: operation };
