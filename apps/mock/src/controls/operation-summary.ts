import {
  type Contract,
  curlCommand,
  type Operation,
  type Response,
  requestFor,
  type Scenario,
  type Shape,
} from "@workflow-api/contract";
import { defaultResponse } from "../request/choice.ts";
import { withSampleCredentials } from "../request/credentials.ts";
import { fieldAnswers } from "../request/open-question.ts";
import type { SequenceItem } from "../request/preference.ts";

/** A response that can be queued. */
export interface ResponseSummary {
  /** What queues it. */
  readonly item: SequenceItem;
  /** The name of the scenario or the example, the status, or the length of its list: `25 items`. */
  readonly name: string;
  readonly status: number;
  readonly summary: string;
  /** Whether it is also the response to requests that match no scenario. */
  readonly isDefault?: boolean;
}

/** An operation and its responses. */
export interface OperationSummary {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  /** First those of the scenarios. */
  readonly responses: readonly ResponseSummary[];
  /**
   * A command for a POSIX shell that sends the request of the default scenario with sample
   * credentials, and shows the response. `undefined`: there is no scenario.
   */
  readonly curl: string | undefined;
}

/**
 * The operations of a contract, as the page of the mock lists them.
 *
 * @param url - The URL of the mock, without a trailing slash.
 */
export function describeOperations(contract: Contract, url: string): OperationSummary[] {
  return contract.operations.map((operation) => {
    const { defaultScenario, method, operationId, path, summary } = operation;
    const scenarios = operation.scenarios.map((scenario) => {
      const { name, status, summary: text } = scenario;
      return { item: name, name, status, summary: text, isDefault: scenario === defaultScenario };
    });
    const responses = [
      ...scenarios,
      ...otherResponses(operation),
      ...lengthsOf(operation),
      ...answersOf(contract, operation),
    ];
    const curl = defaultScenario && sampleCommand(operation, defaultScenario, url);
    return { operationId, method, path, summary, responses, curl };
  });
}

/** The examples of no scenario, and the documented responses without any example. */
function otherResponses({ responses, scenarios }: Operation): ResponseSummary[] {
  return responses.flatMap((response): ResponseSummary[] => {
    const { description, status } = response;
    const shown = response.content.flatMap(({ examples }) => examples);
    const unnamed = shown.filter(({ name }) => !scenarios.some((each) => each.name === name));
    const isNamed = shown.length > 0 || scenarios.some((each) => each.status === status);
    const named = unnamed.map(({ name, summary }) => ({ item: name, name, status, summary }));
    const bare = { item: status, name: String(status), status, summary: description };
    return isNamed ? named : [bare];
  });
}

const lengths = [0, 1, 25];

/** The lengths of the list of a generated body. */
function lengthsOf(operation: Operation): ResponseSummary[] {
  const response = defaultResponse(operation);
  if (response === undefined || !isGeneratedList(response)) return [];
  return lengths.map((items) => {
    const name = items === 1 ? "1 item" : `${items} items`;
    return { item: `items=${items}`, name, status: response.status, summary: "" };
  });
}

/** The other answers to open questions about the fields of an operation. */
function answersOf({ openQuestions }: Contract, operation: Operation): ResponseSummary[] {
  const response = defaultResponse(operation);
  if (response === undefined) return [];
  return openQuestions
    .filter(({ operations }) => operations.includes(operation.operationId))
    .flatMap((question) =>
      fieldAnswers(question).map((answer) => ({
        item: `question=${question.id}, answer=${answer}`,
        name: `${question.id}: ${answer}`,
        status: response.status,
        summary: `Open question: ${question.unknown}`,
      })),
    );
}

/** Whether the body of a response is generated, and is a list or has one as a member. */
function isGeneratedList({ content }: Response): boolean {
  const isList = ({ types }: Shape): boolean => types.includes("array");
  return content.some(({ examples, shape }) => {
    const members = shape.names.map((name) => shape.property(name));
    const hasList = isList(shape) ? shape.types.length < 7 : members.some(isList);
    return examples.length === 0 && hasList;
  });
}

function sampleCommand(operation: Operation, scenario: Scenario, url: string): string {
  const request = withSampleCredentials(
    operation,
    requestFor(operation, scenario.values, scenario.body, scenario.mediaType),
  );
  const { accept: _, ...headers } = request.headers;
  return curlCommand(url, { ...request, headers }, { showsHead: true, isOneLine: true });
}
