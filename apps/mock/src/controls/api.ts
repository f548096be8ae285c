import { type Contract, isObject, type JsonValue } from "@workflow-api/contract";
import { describeOperations } from "../describe-operations.ts";
import type { MockAnswer, MockRequest } from "../message.ts";
import { type Problem, problemAnswer } from "../problem.ts";
import type { Controls } from "./controls.ts";
import { refuseForeign } from "./guard.ts";
import { createMockControls, writtenControls } from "./mock-controls.ts";
import { pageFile } from "./page.ts";
import { controlsPath } from "./path.ts";

/** What the controls are about. */
export interface ControlledServer {
  readonly contract: Contract;
  readonly url: string;
  readonly host: string;
  /** Why the contract as it is on disk is not the one that serves. */
  readonly contractError: string | undefined;
}

/** Answers a request to the controls. */
export function answerControls(
  controls: Controls,
  server: ControlledServer,
  request: MockRequest,
): MockAnswer {
  const refusal = refuseForeign(request.headers, server.host);
  if (refusal !== undefined) return problemAnswer(refusal);
  const [path = ""] = request.target.slice(controlsPath.length).split("?", 1);
  const [, name = "", rest = ""] = /^\/([^/]*)(?:\/(.*))?$/.exec(path) ?? [];
  const page = request.method === "GET" ? pageFile(path) : undefined;
  if (page !== undefined) return page;
  const route = routes[`${request.method} ${name}`];
  if (route === undefined) return problemAnswer(unknownControl);
  try {
    return route({ controls, server, rest: decodeURIComponent(rest), body: bodyOf(request) });
  } catch (error) {
    return problemAnswer({
      ...unusable,
      detail: error instanceof Error ? `${error.message}.` : String(error),
    });
  }
}

interface Call {
  readonly controls: Controls;
  readonly server: ControlledServer;
  readonly rest: string;
  readonly body: JsonValue;
}

const routes: Readonly<Record<string, (call: Call) => MockAnswer>> = {
  "GET health": ({ server }) => {
    const { info, file } = server.contract;
    return json({
      status: "ok",
      title: info.title,
      version: info.version,
      contract: file,
      contractError: server.contractError ?? null,
    });
  },
  "GET requests": ({ controls, server }) => json(controls.journal.entries(server.contract)),
  "GET state": ({ controls, server }) => json(stateOf(controls, server)),
  "PUT sequences": setSequence,
  "PUT behaviour": setBehaviour,
  "POST reset": ({ controls, server }) => {
    controls.reset();
    return json(stateOf(controls, server));
  },
};

function stateOf(controls: Controls, { contract, url, contractError }: ControlledServer): object {
  return {
    title: contract.info.title,
    version: contract.info.version,
    url,
    contractError: contractError ?? null,
    operations: describeOperations(contract, url),
    ...writtenControls(controls),
  };
}

function setSequence({ controls, server, rest, body }: Call): MockAnswer {
  const { scenarios, repeat = false, ...others } = isObject(body) ? body : { scenarios: body };
  if (!Array.isArray(scenarios) || typeof repeat !== "boolean" || Object.keys(others).length > 0) {
    throw new Error(
      'A sequence is a list of scenario names, or an object such as {"scenarios": ["name"], "repeat": true}',
    );
  }
  createMockControls(controls, () => server.contract).setSequence(rest, scenarios.map(String), { repeat });
  return json(stateOf(controls, server));
}

function setBehaviour({ controls, server, body }: Call): MockAnswer {
  if (!isObject(body))
    throw new Error(
      'A behaviour is an object such as {"delay": "300..900", "fail": "5%", "scenario": "operation/name"}',
    );
  const { delay, fail, scenario, ...others } = body;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new Error(`A behaviour has no member ${JSON.stringify(unknown)}`);
  createMockControls(controls, () => server.contract).setBehaviour(
    { delay: asText(delay), fail: asText(fail) },
    asText(scenario),
  );
  return json(stateOf(controls, server));
}

function asText(value: JsonValue | undefined): string | undefined {
  return value === undefined || value === null ? undefined : String(value);
}

function bodyOf({ body }: MockRequest): JsonValue {
  if (body === undefined || body.length === 0) return null;
  try {
    return JSON.parse(typeof body === "string" ? body : new TextDecoder().decode(body));
  } catch (error) {
    throw new Error(`The body must be JSON, and is not: ${error instanceof Error ? error.message : error}`);
  }
}

function json(value: object): MockAnswer {
  const headers = { "content-type": "application/json", "cache-control": "no-store" };
  return { status: 200, headers, body: JSON.stringify(value), operationId: undefined, scenario: undefined };
}

const unknownControl: Problem = {
  status: 404,
  code: "control",
  title: "There is no such control",
  detail: `There are GET ${controlsPath}/, ${controlsPath}/health, ${controlsPath}/requests and ${controlsPath}/state, PUT ${controlsPath}/sequences/OPERATION and ${controlsPath}/behaviour, and POST ${controlsPath}/reset.`,
};

const unusable: Problem = { status: 400, code: "control-value", title: "This cannot be set", detail: "" };
