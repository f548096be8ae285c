import { basename } from "node:path";
import type { Contract } from "@workflow-api/contract";
import { reasonOf } from "../controls/reason-of.ts";
import type { MockAnswer, MockRequest } from "../message.ts";
import { withoutUser } from "../request/read-target.ts";
import type { Reload } from "../start-mock.ts";

/** Tells what happens to a mock server. */
export interface Reporter {
  started(contract: Contract, url: string): Promise<void>;
  warn(message: string): void;
  reloaded(reload: Reload): void;
  answered(request: MockRequest, answer: MockAnswer, dropped: boolean): void;
}

/** Prints text for people, or a JSON object a line for programs. Requests are printed for programs only. */
export function createReporter(asJson: boolean): Reporter {
  return asJson ? jsonReporter : textReporter;
}

const textReporter: Reporter = {
  async started(contract, url) {
    const { startUpText } = await import("./start-up-text.ts");
    console.log(startUpText(contract, url));
  },
  warn: (message) => console.error(message),
  reloaded(reload) {
    if ("error" in reload) {
      console.error(`The contract is broken; the last good one is still served:\n${reload.error.message}`);
      return;
    }
    const { file, operations } = reload.contract;
    const names = operations.map(({ operationId }) => operationId).join(", ");
    console.log(`Loaded ${basename(file)} again: ${names}`);
  },
  answered: () => undefined,
};

const jsonReporter: Reporter = {
  async started(contract, url) {
    const { describeOperations } = await import("../describe-operations.ts");
    print({ event: "started", url, operations: describeOperations(contract, url) });
  },
  warn: (message) => print({ event: "warning", message }),
  reloaded(reload) {
    if ("error" in reload)
      print({ event: "contract-broken", message: reload.error.message, ...problemsOf(reload.error) });
    else print({ event: "contract-loaded", file: reload.contract.file });
  },
  // Neither headers nor bodies: they may hold credentials.
  answered({ method, target }, answer, dropped) {
    const { status, operationId, scenario } = answer;
    print({
      event: "answered",
      method,
      path: withoutUser(target).split(/[?#]/, 1)[0],
      status,
      dropped,
      operationId,
      scenario,
      ...(scenario === undefined && { reason: reasonOf(answer) }),
    });
  },
};

function problemsOf(error: Error): object {
  return "problems" in error ? { problems: error.problems } : {};
}

function print(event: object): void {
  console.log(JSON.stringify({ at: new Date().toISOString(), ...event }));
}
