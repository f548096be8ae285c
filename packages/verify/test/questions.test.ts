import { identityKey } from "@workflow-api/conformance/reports";
import { type HttpResponse, readContract } from "@workflow-api/contract";
import { codeBlocks } from "@workflow-api/workspace/readme";
import { expect, test } from "vitest";
import { annotations, junitReport } from "../src/reports/ci.ts";
import { markdownReport, ttyReport } from "../src/reports/text.ts";
import { isOf, reads as notes, reportOn, secrets } from "./support/run.ts";
import { type Departure, where } from "./support/server.ts";

const list = notes.operations.find(({ operationId }) => operationId === "listNotes");
const item = notes.operations.find(({ operationId }) => operationId === "getNote");
const pointerOf = (operation: typeof list, key: string): string =>
  operation?.parameters.find((parameter) => parameter.key === key)?.pointer ?? "";
const number = pointerOf(item, "path noteNumber");
const sort = pointerOf(list, "query sort");

/** A question for each kind of answer: its place, and the server that answers otherwise. */
const questions: Readonly<
  Record<string, readonly [place: string, otherwise: string, departure: Departure]>
> = {
  "a field may be absent": [
    "/components/schemas/Note/properties/text",
    "absent",
    { changes: ({ response }) => withNotes(response, ({ text: _, ...note }) => note) },
  ],
  "a field may be null": [
    "/components/schemas/Note/properties",
    "null",
    { changes: ({ response }) => withNotes(response, (note) => ({ ...note, pinned: null })) },
  ],
  "unknown names may be ignored": [
    `${sort}/schema/items/enum`,
    "ignored",
    { overlooks: ({ keyword, part }) => part === "query sort" && keyword === "enum" },
  ],
  "the form of an id may be narrower": [
    number,
    "any status",
    { changes: ({ values }) => (Number(values.get("path noteNumber")) > 99 ? refused(422) : {}) },
  ],
  "there may be other errors": [
    `${list?.pointer}/responses`,
    "any status",
    { changes: ({ values }) => (Number(values.get("query page[size]")) > 40 ? refused(409) : {}) },
  ],
  "there may be another way to authenticate": [
    `${list?.pointer}/security`,
    "ignored",
    {
      overlooks: ({ keyword }, { headers, path }) =>
        /^sec(urity|ret)$/.test(keyword) &&
        path === list?.path &&
        headers["authorization"] === `Bearer ${secrets["bearer"]}`,
    },
  ],
};

function withNotes(
  { body, status }: HttpResponse,
  change: (note: Record<string, unknown>) => unknown,
): Partial<HttpResponse> {
  if (status >= 300 || body === "") return {};
  const isNote = (value: unknown): value is Record<string, unknown> =>
    typeof value === "object" && value !== null && "number" in value;
  const changed = JSON.stringify(JSON.parse(body), (_, value) =>
    isNote(value) && !("seen" in value) ? { ...Object(change(value)), seen: true } : value,
  );
  return { body: changed };
}

function refused(status: number): Partial<HttpResponse> {
  return { status, headers: {}, body: "" };
}

const contract = readContract({
  ...notes.sourceDocument,
  "x-gaps": Object.entries(questions).map(([id, [place, otherwise]]) => ({
    id,
    section: "1",
    unknown: `Whether ${id}.`,
    until_known: "Not.",
    places: [place],
    otherwise: [otherwise],
  })),
});
const cases = Object.entries(questions).map(([id, [, , departure]]) => [id, departure] as const);

test.each(cases)(
  "A server may answer that %s: it does not fail, nor pass.",
  async (id, departure) => {
    const report = await reportOn(departure, { contract });
    expect(report.answers.map(({ question }) => question)).toEqual([id]);
    expect(report).toMatchObject({ conclusion: "inconclusive", causes: [] });
    expect(report.headline).toContain(codeBlocks("packages/verify/README.md", "text")[1]);
    expect(report.results.some(({ outcome }) => outcome === "failed")).toBe(false);
    const baseline = new Set(report.identities.map(identityKey));
    expect(await reportOn(departure, { contract, baseline })).toMatchObject({
      conclusion: "passed",
      answers: [],
    });
  },
);

test("Another fault fails, and each report has both.", async () => {
  const [[id, departure] = ["", {}]] = cases;
  const changes: Departure["changes"] = (exchange) => ({
    ...departure.changes?.(exchange),
    ...(exchange.operation?.operationId === "getHealth" ? { status: 500 } : {}),
  });
  const report = await reportOn({ changes }, { contract });
  expect(report.conclusion).toBe("failed");
  expect(report.causes.map(({ operationId }) => operationId)).toEqual(["getHealth"]);
  expect(report.answers.map(({ question }) => question)).toEqual([id]);
  for (const format of [ttyReport, markdownReport, annotations, junitReport])
    expect(format(report)).toContain(id);
});

test("On request, it only asks the questions, and lists what is known of each.", async () => {
  const [[id, departure] = ["", {}]] = cases;
  const { questions: states, results } = await reportOn(departure, { contract, questions: true });
  expect(states.map(({ id: name }) => name)).toEqual(Object.keys(questions));
  for (const { id: name, state } of states)
    expect(state, name).toBe(name === id ? "otherwise" : "as assumed");
  const complete = await reportOn(departure, { contract });
  expect(results.length).toBeLessThan(complete.results.length / 2);
  const unseen = await reportOn({}, { contract, questions: true, only: ["no_such_case"] });
  expect(unseen.conclusion).toBe("inconclusive");
  expect(new Set(unseen.questions.map(({ state }) => state))).toEqual(new Set(["not seen"]));
});

test("An undocumented status of an operation answers one question, once.", async () => {
  const places = { sorting: sort, errors: `${list?.pointer}/responses` };
  const open = readContract({
    ...notes.sourceDocument,
    "x-gaps": Object.entries(places).map(([id, place]) => ({
      id,
      section: "1",
      unknown: "Whether.",
      until_known: "Not.",
      places: [place],
      otherwise: ["any status"],
    })),
  });
  const { answers } = await reportOn(where(isOf("listNotes", 200), refused(400)), {
    contract: open,
  });
  expect(answers.map(({ question }) => question)).toEqual(["errors"]);
});

test("Random requests of a server with narrower ids answer that question alone.", async () => {
  const [, , departure] = questions["the form of an id may be narrower"] ?? ["", "", {}];
  const open = readContract({
    ...contract.sourceDocument,
    "x-gaps": contract.openQuestions.map(({ id, otherwise, places, unknown }) => ({
      id,
      section: "1",
      unknown,
      until_known: "Not.",
      otherwise,
      places: id === "there may be other errors" ? [`${item?.pointer}/responses`] : places,
    })),
  });
  const report = await reportOn(departure, { contract: open, explore: 20 });
  expect(report.results.some(({ group, note }) => group === "random" && note !== "")).toBe(true);
  expect(report.answers.map(({ question }) => question)).toEqual([
    "the form of an id may be narrower",
  ]);
});

test.each<[what: string, departure: Departure]>([
  [
    "another type at the place of a question",
    { changes: ({ response }) => withNotes(response, (note) => ({ ...note, pinned: "yes" })) },
  ],
  [
    "a 500",
    {
      changes: ({ values }) => (Number(values.get("query page[size]")) > 40 ? refused(500) : {}),
    },
  ],
  ["that any credentials are taken", { overlooks: ({ keyword }) => /^sec/.test(keyword) }],
])("It contradicts the contract, and answers nothing: %s.", async (_what, departure) => {
  const { answers, conclusion } = await reportOn(departure, { contract });
  expect([conclusion, answers]).toEqual(["failed", []]);
});
