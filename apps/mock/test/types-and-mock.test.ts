import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Call, type Case, createProcessTarget } from "@workflow-api/conformance";
import {
  type Contract,
  contractFile,
  isObject,
  type JsonObject,
  type JsonValue,
  type Operation,
  parameterKey,
  valueAt,
} from "@workflow-api/contract";
import { bodyLines, type ClientCall, literal, withBody } from "@workflow-api/contract/calls";
import { describe, expect, test } from "vitest";
import { createMock } from "../src/index.ts";
import { authOf, clientCall } from "./support/call-client.ts";
import { casesOf, extendedContractFile, sharedContract } from "./support/contracts.ts";
import { generateClient } from "./support/generated-client.ts";

/** Every way in which the types and the mock differ about a call, and why. */
const differences: readonly Difference[] = [
  {
    reason: "TypeScript has no type for what the keyword asks of a string, a number, a list or an object.",
    typesAccept: true,
    applies: ({ broken }) => untypable.has(broken?.keyword ?? ""),
  },
  {
    reason: "The same of an alternative.",
    typesAccept: true,
    applies: ({ broken, pointer, document }) => {
      const offered = /^(one|any)Of$/.test(broken?.keyword ?? "") ? valueAt(document, pointer) : undefined;
      const keywords = Array.isArray(offered)
        ? offered.flatMap((each) => Object.keys(isObject(each) ? each : {}))
        : [];
      return keywords.some((keyword) => untypable.has(keyword));
    },
  },
  {
    reason: "TypeScript has one type of numbers, whole or not.",
    typesAccept: true,
    applies: ({ broken }) => broken?.keyword === "type" && hasFraction(broken.value),
  },
  {
    reason: "Text on the wire has no type: what reads as a value of the right type passes for one.",
    typesAccept: false,
    applies: ({ call, operation }) => !isTyped(operation, call),
  },
  {
    reason: "A FormData and a Blob have one type each, whatever they hold.",
    typesAccept: true,
    applies: ({ broken, made }) => broken?.part === "body" && (made.form ?? made.blob) !== undefined,
  },
  {
    reason: "TypeScript has no type for what holds on a condition only.",
    typesAccept: true,
    applies: ({ pointer }) => /\/(then|else|dependentSchemas)\//.test(pointer),
  },
  {
    reason:
      "TypeScript has no type for names that match a pattern: openapi-typescript allows any beside them.",
    typesAccept: true,
    applies: ({ broken, pointer, document }) =>
      broken?.keyword === "additionalProperties" &&
      valueAt(document, pointer.replace(/\/additionalProperties$/, "/patternProperties")) !== undefined,
  },
  {
    reason:
      "The contract lets an object have more members, an object literal in TypeScript has those declared.",
    typesAccept: false,
    applies: ({ title }) => / (an undeclared member|maxProperties)( \(\d+\))?( #\d+)?$/.test(title),
  },
];

/** The keywords that openapi-typescript writes no type for. */
const untypable: ReadonlySet<string> = new Set([
  ...[
    "contains",
    "dependentRequired",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "format",
    "maximum",
    "maxItems",
  ],
  ...[
    "maxContains",
    "maxLength",
    "maxProperties",
    "minContains",
    "minimum",
    "minItems",
    "minLength",
    "minProperties",
    "multipleOf",
    "not",
  ],
  ...["pattern", "propertyNames", "unevaluatedItems", "unevaluatedProperties", "uniqueItems"],
]);

interface Difference {
  readonly reason: string;
  /** Whether it is the types that accept, and the mock that refuses; or the other way round. */
  readonly typesAccept: boolean;
  readonly applies: (one: Expressed) => boolean;
}

interface Expressed extends Case {
  readonly operation: Operation;
  readonly call: Call;
  /** The call in the words of the client. */
  readonly made: ClientCall;
  readonly document: JsonObject;
}

const files = [
  { name: "the contract", file: contractFile() },
  { name: "the contract with operations of other shapes", file: extendedContractFile() },
];

describe.each(files)("The types and the mock of $name", ({ file }) => {
  test("What the types refuse the mock refuses, and the other way round, but for what is listed.", async () => {
    const contract = await sharedContract(file);
    const cases = expressedCases(contract);
    const mock = createProcessTarget(await createMock(contract));
    const refused = await compile(file, cases);
    const unexplained: string[] = [];
    for (const [index, one] of cases.entries()) {
      const { status } = await mock.send(one);
      const typesAccept = !refused.has(index);
      // A scenario's error is an answer to a request that is right.
      const mockAccepts = status < 400 || one.group === "scenario" || one.group === "near";
      if (typesAccept === mockAccepts) continue;
      if (differences.some((each) => each.typesAccept === typesAccept && each.applies(one))) continue;
      unexplained.push(
        `${one.title}: the types ${typesAccept ? "accept" : "refuse"} it, the mock says ${status}`,
      );
    }
    expect(unexplained).toEqual([]);
    expect(refused.size).toBeGreaterThan(0);
    expect(refused.size).toBeLessThan(cases.length);
  });
});

function expressedCases(contract: Contract): Expressed[] {
  return casesOf(contract).flatMap((one) => {
    const { call, operation } = one;
    if (call === undefined || operation === undefined) return [];
    return [
      { ...one, call, operation, made: clientCall(contract, operation, call), document: contract.document },
    ];
  });
}

function hasFraction(value: JsonValue | undefined): boolean {
  if (typeof value === "number") return !Number.isInteger(value);
  return typeof value === "object" && value !== null && Object.values(value).some(hasFraction);
}

function isTyped({ parameters }: Operation, { values }: Call): boolean {
  return parameters.every((parameter) => {
    const value = values.get(parameterKey(parameter));
    return value === undefined || parameter.validate(value).length === 0;
  });
}

/** Compiles a call of the typed client for each case, and gives the cases whose calls do not compile. */
async function compile(file: string, cases: readonly Expressed[]): Promise<Set<number>> {
  const { folder } = await generateClient(file);
  const head = 'import { createClient } from "./src/index.ts";';
  const lines = cases.map((one) => `void (() => { ${callText(one)} });`);
  await writeFile(join(folder, "calls.ts"), [head, ...lines, ""].join("\n"));
  await writeFile(join(folder, "tsconfig.json"), tsconfig);
  const compiler = join(
    dirname(createRequire(import.meta.url).resolve("typescript/package.json")),
    "bin",
    "tsc",
  );
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [compiler, "-p", folder, "--pretty", "false"],
    {
      maxBuffer: 2 ** 26,
    },
  ).catch((error: { readonly stdout: string }) => error);
  const errors = stdout.split("\n").filter((line) => /: error TS/.test(line));
  const refused = errors.map((line) => Number(/calls\.ts\((\d+),/.exec(line)?.[1] ?? 0) - 2);
  if (refused.some((index) => index < 0)) throw new Error(stdout);
  return new Set(refused);
}

const tsconfig = JSON.stringify({
  extends: fileURLToPath(new URL("../../../tsconfig.json", import.meta.url)),
  compilerOptions: { noEmit: true },
  files: ["calls.ts"],
});

function callText({ operation, made }: Expressed): string {
  const options = { baseUrl: "http://127.0.0.1", auth: authOf(operation), ...made.options };
  const method = `createClient(${JSON.stringify(options)})[${JSON.stringify(made.method)}]`;
  return [
    ...bodyLines(made),
    `${method}(${withBody(made, literal(made.arguments, "", Number.POSITIVE_INFINITY))});`,
  ].join(" ");
}
