import type { HttpRequest } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { readData } from "../src/inputs.ts";
import type { VerifyReport } from "../src/reports/report.ts";
import type { Run } from "../src/sending/session.ts";
import { contract, reportOn, secrets } from "./support/run.ts";
import { type Departure, type Exchange, where } from "./support/server.ts";

/** The report of a run, with the requests in the order of their sending. */
async function sentBy(
  options: Partial<Run>,
  { changes }: Departure = {},
): Promise<VerifyReport & { readonly requests: readonly HttpRequest[] }> {
  const requests: HttpRequest[] = [];
  const noted = (exchange: Exchange) => {
    requests.push(exchange.request);
    return changes ? changes(exchange) : {};
  };
  return { ...(await reportOn({ changes: noted }, options)), requests };
}

test("Without --write only GET is sent, and the report says so.", async () => {
  const { requests, untried } = await sentBy({ write: false });
  expect(new Set(requests.map(({ method }) => method))).toEqual(new Set(["GET"]));
  expect(untried).toEqual([
    "createNote, removeNote were not tried: what may write is sent only with --write.",
  ]);
});

test("With --write, it creates, reads, and deletes, and robustness comes last.", async () => {
  const { requests, results } = await sentBy({ only: ["scenario", "robustness"] });
  const last = results.filter(({ group }) => group === "robustness").length;
  const operations = requests
    .slice(0, -last)
    .map((each) => contract.judge(each).operation?.operationId ?? "");
  const order = [...new Set(operations)];
  expect(order.at(0)).toBe("createNote");
  expect(order.at(-1)).toBe("removeNote");
});

test("A security requirement whose secret is missing is replaced by another one.", async () => {
  const bearer = secrets["bearer"] ?? "";
  const { untried } = await reportOn({}, { secrets: { bearer } });
  expect(untried.join()).toMatch(
    /^listNotes, getNote were not tried: the environment has no VERIFY_API_KEY and no VERIFY_API_S/,
  );
  expect(untried.join()).not.toContain("createNote");
  const only = ["createNote 201", "createNote random"];
  const { requests } = await sentBy({ secrets: { bearer }, only, explore: 5 });
  for (const { headers } of requests) expect(headers["authorization"]).toBe(`Bearer ${bearer}`);
});

test("Values are read by the schemas, and those of an operation win.", () => {
  const value = ["noteNumber=12", "page[size]=3", "listNotes.page[size]=4", "label=a,b"];
  const { valuesOf } = readData(contract, { value, examples: false });
  const found = contract.operations.flatMap((each) => [...valuesOf(each)]);
  expect(Object.fromEntries(found)).toEqual({
    "query page[size]": 4,
    "query label": ["a", "b"],
    "path noteNumber": 12,
  });
});

test("A request that may write and fails is not sent again.", async () => {
  const isHit = ({ request }: Exchange): boolean => request.body.includes("Zoë");
  const { requests } = await sentBy({}, where(isHit, { status: 503 }));
  const failed = requests.filter(({ body }) => body.includes("Zoë"));
  expect(failed.length).toBeGreaterThan(0);
  expect(new Set(failed.map(({ body }) => body)).size).toBe(failed.length);
});

test("Random requests find faults that no case shows, and are shrunk.", async () => {
  const isHit = (number: number): boolean => number > 5000 && number < 2_147_483_647;
  const fails = where(({ values }) => isHit(Number(values.get("query page[number]"))), {
    status: 500,
  });
  const options = { only: ["listNotes"], write: false };
  expect((await reportOn(fails, options)).causes).toEqual([]);
  const { causes } = await reportOn(fails, { ...options, explore: 100 });
  expect(causes.map(({ title }) => title)).toEqual(["listNotes random requests, seed 1"]);
  expect(causes[0]?.curl).toMatch(/page%5Bnumber%5D=5001\b/);
});

test("The command for a GET with a body sends a GET.", async () => {
  const { causes } = await reportOn(where(({ request }) => request.body === "{}", { status: 500 }));
  expect(causes[0]?.curl).toMatch(/^curl -i -X GET /);
});
