import type { Contract, Operation } from "@workflow-api/contract";
import { formatBehaviour, parseDelay, parseFailure } from "./behaviour.ts";
import type { Controls } from "./controls.ts";

/** How a mock behaves beside what it answers, as it is written on the command line. */
export interface WrittenBehaviour {
  /** Milliseconds such as `300`, or a range such as `"300..900"`. */
  readonly delay?: number | string | null | undefined;
  /** A share such as `5%` (status 503), `5%:500`, or `5%:drop` (no answer at all). */
  readonly fail?: string | null | undefined;
}

/** What can be set while a mock runs: by its page, by its API, and from code. */
export interface MockControls {
  /**
   * Lets scenarios answer the next valid requests of an operation, in order, whatever these match. None: as usual again.
   * @throws {Error} if there is no such operation or scenario, with those that there are.
   */
  setSequence(operationId: string, scenarios: readonly string[], options?: SequenceOptions): void;
  /**
   * Lets every answer wait or fail, or those of one scenario, named as in `getVariablesCage/full`. What is left out is
   * as usual again.
   * @throws {Error} if this is no delay, no share or no scenario.
   */
  setBehaviour(behaviour: WrittenBehaviour, scenario?: string): void;
  /** Makes everything as it was at the start; the requests so far are forgotten. */
  reset(): void;
}

/** How a sequence goes on. */
export interface SequenceOptions {
  /** Begin again after the last, until it is cleared. Default: no. */
  readonly repeat?: boolean;
}

/** The controls of a mock whose contract may change. */
export function createMockControls(controls: Controls, contract: () => Contract): MockControls {
  return {
    setSequence(operationId, scenarios, { repeat = false } = {}) {
      assertScenarios(findOperation(contract(), operationId), scenarios);
      controls.setSequence(operationId, { scenarios, repeat });
    },
    setBehaviour({ delay, fail }, scenario) {
      const behaviour = {
        ...(delay !== undefined && delay !== null && { delay: parseDelay(delay) }),
        ...(fail !== undefined && fail !== null && { fail: parseFailure(fail) }),
      };
      if (scenario !== undefined) assertScope(contract(), scenario);
      controls.setBehaviour(behaviour, scenario);
    },
    reset: controls.reset,
  };
}

function findOperation({ operations }: Contract, operationId: string): Operation {
  const operation = operations.find((each) => each.operationId === operationId);
  if (operation === undefined) {
    const known = operations.map((each) => each.operationId).join(", ");
    throw new Error(`There is no operation ${JSON.stringify(operationId)}; there are ${known}`);
  }
  return operation;
}

function assertScenarios(operation: Operation, names: readonly string[]): void {
  const known = operation.scenarios.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new Error(
    `${operation.operationId} has no scenario ${JSON.stringify(unknown)}; it has ${known.join(", ") || "none"}`,
  );
}

function assertScope({ operations }: Contract, scope: string): void {
  const known = operations.flatMap(({ operationId, scenarios }) =>
    scenarios.map(({ name }) => `${operationId}/${name}`),
  );
  if (known.includes(scope)) return;
  throw new Error(
    `There is no scenario ${JSON.stringify(scope)}; it is written as in ${JSON.stringify(known[0])}`,
  );
}

/** What is set, as the page and the API tell it. */
export function writtenControls(controls: Controls): object {
  return {
    sequences: Object.fromEntries(controls.sequences),
    behaviour: formatBehaviour(controls.behaviour()),
    scenarioBehaviours: Object.fromEntries(
      [...controls.behaviours].map(([scope, each]) => [scope, formatBehaviour(each)]),
    ),
  };
}
