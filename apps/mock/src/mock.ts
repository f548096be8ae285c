import { type Contract, createRedactor, type HttpRequest, type Note } from "@workflow-api/contract";
import { type Controls, createControls } from "./controls/controls.ts";
import { createJournal, type Journal, type OpenEntry } from "./controls/journal.ts";
import { problemResponse } from "./request/problem.ts";
import { type Explanation, explain, type MockResponse } from "./response/explanation.ts";
import { createGenerator, type LoadPrism } from "./response/generator.ts";
import { createPlans } from "./response/plans.ts";
import { type Context, respond } from "./response/respond.ts";
import {
  fillTemplate,
  problemOf,
  type ResponseTemplate,
  templateOf,
  withNotes,
} from "./response/response-template.ts";

/** A mock of the service that a contract describes: requests in, responses out, no socket. */
export interface Mock {
  readonly contract: Contract;
  readonly controls: Controls;
  readonly journal: Journal;
  /**
   * Responds to any request, after the delay that was asked for.
   *
   * @param notes - What else there is to say of the request.
   * @param entry - Its entry in the journal, if that has begun.
   */
  respond(request: HttpRequest, notes?: readonly Note[], entry?: OpenEntry): Promise<MockResponse>;
}

/** The parts of a mock. */
export interface MockParts {
  readonly loadPrism: LoadPrism;
  /** What a mock takes over from its predecessor when the contract changes. */
  readonly controls?: Controls;
  readonly journal?: Journal;
  /** Whether bodies of scenarios are generated at random. Default: no. */
  readonly isDynamic?: boolean;
}

/** Creates a mock of a contract. */
export function createMockOf(contract: Contract, parts: MockParts): Mock {
  const { controls = createControls(() => contract), isDynamic = false } = parts;
  const { journal = createJournal(() => contract), loadPrism } = parts;
  const generator = createGenerator(contract, loadPrism);
  const redactor = createRedactor(contract);
  const context: Context = { contract, controls, generator, redactor, isDynamic };
  const plans = createPlans(contract);
  if (parts.journal === undefined) controls.onReset(journal.clear);

  const shapeOf = (request: HttpRequest): ReturnType<typeof plans.shapeOf> => {
    const isPlanned =
      !isDynamic && !controls.hasSequence() && request.headers["prefer"] === undefined;
    return isPlanned ? plans.shapeOf(request) : undefined;
  };
  return {
    contract,
    controls,
    journal,
    async respond(request, notes = [], entry = journal.begin(request)) {
      const shape = shapeOf(request);
      let template = shape && plans.find(shape);
      if (template === undefined) {
        template = await respond(context, request).catch(failureTemplate);
        if (shape !== undefined) plans.remember(shape, template);
      }
      const made = fillTemplate(template, shape?.values);
      const noted = notes.length === 0 ? made : withNotes(made, notes);
      const { delay, failure } = controls.decide();
      if (delay > 0) {
        entry.wait();
        await new Promise((resolve) => setTimeout(resolve, delay));
      }
      const response = failure === undefined ? noted : failedResponse(failure, noted.explanation);
      entry.end(response, request.body);
      return response;
    },
  };
}

/** A defect must fail one request, and say nothing of this machine. */
function failureTemplate(error: unknown): ResponseTemplate {
  console.error(error);
  const title = "The response cannot be made";
  const detail = "This is a defect of the mock. Its output has the cause.";
  const problem = problemResponse({ status: 500, code: "internal", title, detail });
  return templateOf(problem, "refused");
}

/** A failure that was asked for, in place of a response. */
export function failedResponse(failure: number | "drop", explanation: Explanation): MockResponse {
  const status = failure === "drop" ? 503 : failure;
  const detail = "--fail or /__mock/ asked for it. It says nothing about the request.";
  const problem = { status, code: "asked-failure", title: "A failure on request", detail };
  return {
    ...problemOf(problem, explain("failed", explanation)),
    dropped: failure === "drop",
  };
}
