import { expect, test } from "vitest";
import { readContract } from "../src/index.ts";
import { at, edited, further, operation } from "./contract.ts";

const list = operation(further, "listNotes");

test("an operation is read with its texts", () => {
  expect(list).toMatchObject({
    method: "GET",
    path: "/v1/notes",
    summary: "List the notes",
    tags: ["Notes"],
    deprecated: false,
    pointer: at.list,
  });
});

test("parameters are keyed by place and name, headers in lower case", () => {
  expect(list.parameters.map(({ key, isList, explode }) => [key, isList, explode])).toEqual([
    ["header x-domain", false, false],
    ["query page[number]", false, true],
    ["query page[size]", false, true],
    ["query pinned", false, true],
    ["query label", true, true],
    ["query sort", true, false],
  ]);
});

test("a parameter of a path is shared by its operations, unless they replace it", () => {
  const name = {
    name: "noteNumber",
    in: "path",
    required: true,
    description: "Own.",
    schema: { type: "integer" },
  };
  const contract = readContract(edited({ [`${at.item}/get/parameters/0`]: name }));
  const described = (id: string): string[] =>
    operation(contract, id)
      .parameters.filter(({ in: place }) => place === "path")
      .map(({ description }) => description);
  expect(described("getNote")).toEqual(["Own."]);
  expect(described("replaceNote")).toEqual(["The number of the note."]);
});

test("the target of a reference is read at its own place", () => {
  const [domain] = list.parameters;
  expect(domain).toMatchObject({
    required: true,
    pointer: "/components/parameters/Domain",
  });
  expect(list.responses.map(({ status, pointer }) => [status, pointer])).toEqual([
    [200, `${at.list}/responses/200`],
    [401, "/components/responses/Unauthorized"],
  ]);
});

test("responses are in the order of their statuses, with headers and examples", () => {
  const [created] = operation(further, "createNote").responses;
  expect(created?.headers).toMatchObject([
    { key: "header location", name: "Location", required: true, in: "header" },
  ]);
  expect(created?.content).toMatchObject([
    { mediaType: "application/vnd.api+json", examples: [{ name: "note_created" }] },
  ]);
  expect(
    operation(further, "removeNote").responses.map(({ status, content }) => [
      status,
      content.length,
    ]),
  ).toEqual([
    [204, 0],
    [401, 1],
    [412, 1],
  ]);
});

test("a shared header has the name in each response", () => {
  const header = { $ref: "#/components/headers/Total" };
  const headers = { "X-One": header, "X-Two": header };
  const edit = {
    "/components/headers/Total": { schema: { type: "integer" } },
    [`${at.list}/responses/200/headers`]: headers,
  };
  const [page] = operation(readContract(edited(edit)), "listNotes").responses;
  expect(page?.headers.map(({ key }) => key)).toEqual(["header x-one", "header x-two"]);
});

test("security is that of the operation, or else of the contract; an empty requirement is anonymous", () => {
  const names = (id: string): string[][] =>
    operation(further, id).security.map((requirement) => requirement.map(({ name }) => name));
  expect(names("createNote")).toEqual([["apiKey", "apiSecret"], ["bearer"]]);
  expect(names("getHealth")).toEqual([]);
  expect(names("listTrees")).toEqual([[], ["bearer"]]);
  const inherited = readContract(
    edited({ "/security": [{ bearer: [] }], [`${at.list}/security`]: undefined }),
  );
  expect(operation(inherited, "listNotes").security).toMatchObject([
    [{ name: "bearer", header: "Authorization" }],
  ]);
});

test("servers are the nearest ones, with their variables filled in", () => {
  const servers = [
    {
      url: "{scheme}://{host}/api/",
      variables: {
        scheme: { default: "https" },
        host: { default: "a.example", enum: ["a.example"] },
      },
    },
  ];
  const contract = readContract(
    edited({ [`${at.item}/servers`]: servers, [`${at.item}/get/servers`]: [{ url: "/v2" }] }),
  );
  expect(operation(contract, "replaceNote").servers).toMatchObject([
    { defaultUrl: "https://a.example/api", variables: [{}, { enum: ["a.example"] }] },
  ]);
  expect(operation(contract, "getNote").servers).toMatchObject([{ defaultUrl: "/v2" }]);
  expect(operation(contract, "listNotes").servers[0]?.defaultUrl).toBe("http://127.0.0.1:4010");
  expect(
    operation(readContract(edited({ "/servers": undefined })), "listNotes").servers[0]?.defaultUrl,
  ).toBe("");
});

test("includes and gaps are read with their pointers", () => {
  expect(operation(further, "getNote").includes).toMatchObject([
    { value: "writer", adds: "/writer", pointer: `${at.item}/get/parameters/1/x-includes/writer` },
    { value: "team", adds: "/writer/team" },
  ]);
  expect(further.gaps[0]).toMatchObject({
    id: "other_capabilities",
    section: "1",
    pointer: "/x-gaps/0",
  });
});
