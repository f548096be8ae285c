import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { type Call, type Case, createProcessTarget, deriveCases } from "@workflow-api/conformance";
import { type Contract, loadContract, type Operation, parameterKey } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { createMock } from "../src/index.ts";
import { authOf, clientCall } from "./support/call-client.ts";

/** Every way in which the types and the mock differ about a call, and why. */
const differences: readonly Difference[] = [
  {
    reason: "TypeScript has no type for what the keyword asks of a string, a number, a list or an object.",
    typesAccept: true,
    applies: ({ broken }) => untypable.has(broken?.keyword ?? ""),
  },
  {
    reason: "Text on the wire has no type: what reads as a value of the right type passes for one.",
    typesAccept: false,
    applies: ({ call, operation }) => !isTyped(operation, call),
  },
  {
    reason:
      "The contract lets an object have more members, an object literal in TypeScript has those declared.",
    typesAccept: false,
    applies: ({ title }) => / an undeclared member( \(\d+\))?( #\d+)?$/.test(title),
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
  ...["maxLength", "maxProperties", "minimum", "minItems", "minLength", "minProperties", "multipleOf", "not"],
  ...["pattern", "propertyNames", "unevaluatedProperties", "uniqueItems"],
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
}

const contract = await loadContract();
const expressed = deriveCases(contract).filter(
  (one): one is Expressed => one.call !== undefined && one.operation !== undefined,
);

test("What the types refuse the mock refuses, and the other way round, but for what is listed.", async () => {
  const mock = createProcessTarget(await createMock(contract));
  const refusedByTypes = await compile(contract, expressed);
  const used = new Set<Difference>();
  const unexplained: string[] = [];
  for (const [index, one] of expressed.entries()) {
    const { status } = await mock.send(one.request);
    const typesAccept = !refusedByTypes.has(index);
    const mockAccepts = status < 400 || one.expected.verdict === "scenario";
    if (typesAccept === mockAccepts) continue;
    const difference = differences.find((each) => each.typesAccept === typesAccept && each.applies(one));
    if (difference === undefined)
      unexplained.push(`${one.title}: types ${typesAccept ? "accept" : "refuse"}, ${status}`);
    else used.add(difference);
  }
  expect(unexplained).toEqual([]);
  expect(used.size).toBeGreaterThan(0);
  console.log(
    refusedByTypes.size,
    expressed.length,
    [...used].map((x) => x.reason),
    [...refusedByTypes].map((i) => expressed[i]?.title),
  );
});

test("The compiler sees the calls: it refuses some of them and accepts most of the valid ones.", async () => {
  const refused = await compile(contract, expressed);
  const scenarios = expressed.flatMap(({ group }, index) => (group === "scenario" ? [index] : []));
  expect(scenarios.filter((index) => refused.has(index))).toEqual([]);
  expect(refused.size).toBeGreaterThan(0);
});

function isTyped({ parameters }: Operation, { values }: Call): boolean {
  return parameters.every((parameter) => {
    const value = values.get(parameterKey(parameter));
    return value === undefined || parameter.validate(value).length === 0;
  });
}

/** Compiles a call of the typed client for each case, and gives the cases whose calls do not compile. */
async function compile(of: Contract, cases: readonly Expressed[]): Promise<Set<number>> {
  const reports = join(import.meta.dirname, "..", ".reports");
  await mkdir(reports, { recursive: true });
  const folder = await mkdtemp(join(reports, "types-and-mock-"));
  try {
    const head = 'import { createClient } from "@workflow-api/client";';
    const lines = cases.map((one) => `void (() => ${callText(of, one)});`);
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
    const refused = [...stdout.matchAll(/calls\.ts\((\d+),\d+\): error/g)].map(
      ([, line]) => Number(line) - 2,
    );
    if (refused.some((index) => index < 0)) throw new Error(stdout);
    return new Set(refused);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const tsconfig = JSON.stringify({
  extends: "../../../../tsconfig.json",
  compilerOptions: { noEmit: true },
  files: ["calls.ts"],
});

function callText(of: Contract, { operation, call }: Expressed): string {
  const made = clientCall(of, operation, call);
  const options = { baseUrl: "http://127.0.0.1", auth: authOf(operation), ...made.options };
  const method = `createClient(${JSON.stringify(options)})[${JSON.stringify(made.operationId)}]`;
  return `${method}(${JSON.stringify(made.arguments)})`;
}
