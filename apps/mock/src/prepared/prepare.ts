import { readFileSync } from "node:fs";
import {
  askFor,
  type Contract,
  type Include,
  type Operation,
  requestFor,
  type Scenario,
  scenarioRequest,
} from "@workflow-api/contract";
import { callingOperations } from "../calling-operations.ts";
import { startUpText } from "../cli/start-up-text.ts";
import { createMock } from "../create-mock.ts";
import type { MockAnswer, MockRequest } from "../message.ts";
import { createKey, keyNames } from "../remember-answers.ts";
import { withSampleCredentials } from "../sample-credentials.ts";
import { digestOf, type Prepared, urlMark } from "./prepared.ts";

/** More includes than these, of all parameters together, would make too many combinations of them. */
const mostIncludes = 4;

/**
 * Prepares the answers to the requests of every scenario of a contract: in each way of authenticating, with each
 * combination of includes, and for clients that accept anything.
 * @returns `undefined` if the contract stands in several files.
 */
export async function prepareAnswers(contract: Contract): Promise<Prepared | undefined> {
  if (contract.files.length > 1) return undefined;
  const mock = await createMock(contract);
  const names = keyNames(contract);
  const keyOf = createKey(names);
  const answers = new Map<string, MockAnswer>();
  const calling = callingOperations(contract);
  const silent = contract.operations.filter(({ operationId }) => !calling.has(operationId));
  for (const request of silent.flatMap(requestsOf)) {
    const key = keyOf(request);
    if (key !== undefined) answers.set(key, await mock.answer(request));
  }
  return {
    digest: digestOf(readFileSync(contract.file, "utf8")),
    names,
    answers: [...answers],
    startUp: startUpText(contract, urlMark),
  };
}

function requestsOf(operation: Operation): MockRequest[] {
  const ways = operation.security.length === 0 ? [[]] : operation.security;
  return operation.scenarios.flatMap((scenario) =>
    targetsOf(operation, scenario).flatMap((request) =>
      ways.flatMap((way) => {
        const { headers, ...rest } = withSampleCredentials({ ...operation, security: [way] }, request);
        return [headers, { ...headers, Accept: "*/*" }].map((sent) => ({ ...rest, headers: lowered(sent) }));
      }),
    ),
  );
}

function targetsOf(operation: Operation, scenario: Scenario): ReturnType<typeof scenarioRequest>[] {
  const own = scenarioRequest(operation, scenario);
  const { includes } = operation;
  if (includes.length === 0 || includes.length > mostIncludes) return [own];
  const combinations = includes.reduce<Include[][]>(
    (all, one) => all.concat(all.map((combination) => [...combination, one])),
    [[]],
  );
  const asking = combinations.map((asked) =>
    requestFor(operation, askFor(operation, scenario.values, asked), scenario.body),
  );
  return [own, ...asking];
}

function lowered(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
