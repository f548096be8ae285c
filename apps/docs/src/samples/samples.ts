import {
  type Contract,
  completedScenario,
  type Operation,
  type Scenario,
  type SecurityAlternative,
} from "@workflow-api/contract";
import { waysOf } from "../view/security.ts";
import { answerKind } from "./answer-kind.ts";
import { clientSample } from "./client.ts";
import { sampleCall } from "./client-call.ts";
import { curlSample } from "./curl.ts";
import { fetchSample } from "./fetch.ts";
import { fileNamePart } from "./file-name.ts";
import { sampleRequest } from "./sample-request.ts";

/** A file that sends the request of a scenario, in one language and with one way of authenticating. */
export interface Sample {
  readonly language: "curl" | "fetch" | "client";
  readonly way: SecurityAlternative;
  /** The index of the way among those of the operation. */
  readonly wayIndex: number;
  /** From the root of the site. */
  readonly path: string;
  /** The name of the language for the highlighter. */
  readonly highlight: "bash" | "ts";
  readonly text: string;
}

/** The samples of a scenario: by way of authenticating, then by language. */
export function samplesOf(contract: Contract, operation: Operation, shown: Scenario): Sample[] {
  const scenario = completedScenario(contract, operation, shown);
  return waysOf(operation).flatMap((way, wayIndex) => {
    const request = sampleRequest(operation, scenario, way);
    const call = sampleCall(contract, operation, scenario, way);
    const stem = [scenario.name, ...way.map(({ key }) => key)].map(fileNamePart).join(".");
    const common = { way, wayIndex };
    const path = (end: string): string => `samples/${fileNamePart(operation.operationId)}/${stem}.${end}`;
    const samples: Sample[] = [
      { ...common, language: "curl", path: path("sh"), highlight: "bash", text: curlSample(request) },
      {
        ...common,
        language: "fetch",
        path: path("fetch.ts"),
        highlight: "ts",
        text: fetchSample(request, answerKind(scenario), call?.form),
      },
    ];
    return call === undefined
      ? samples
      : [
          ...samples,
          {
            ...common,
            language: "client",
            path: path("client.ts"),
            highlight: "ts",
            text: clientSample(call, scenario),
          },
        ];
  });
}
