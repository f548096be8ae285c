import fc from "fast-check";
import { expect, test } from "vitest";
import { type Contract, readContract } from "../src/index.ts";
import { edited, further, ITEM, LIST, NOTE, operation } from "./contract.ts";

const list = operation(further, "listNotes");

test("a parameter of a path is shared by its operations, unless they replace it", () => {
  const name = {
    name: "noteNumber",
    in: "path",
    required: true,
    description: "Own.",
    schema: { type: "integer" },
  };
  const contract = readContract(edited({ [`${ITEM}/get/parameters/0`]: name }));
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
    [200, `${LIST}/responses/200`],
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
  const { responses } = operation(further, "removeNote");
  expect(responses.map(({ status }) => status)).toEqual([204, 401, 412, 428]);
});

test("a shared header has the name in each response", () => {
  const header = { $ref: "#/components/headers/Total" };
  const headers = { "X-One": header, "X-Two": header };
  const edit = {
    "/components/headers/Total": { schema: { type: "integer" } },
    [`${LIST}/responses/200/headers`]: headers,
  };
  const [page] = operation(readContract(edited(edit)), "listNotes").responses;
  expect(page?.headers.map(({ key }) => key)).toEqual(["header x-one", "header x-two"]);
});

test("security is that of the operation, else of the contract; {} is anonymous", () => {
  const names = (id: string): string[][] =>
    operation(further, id).security.map((requirement) => requirement.map(({ name }) => name));
  expect(names("createNote")).toEqual([["apiKey", "apiSecret"], ["bearer"]]);
  expect(names("getHealth")).toEqual([]);
  expect(names("listTrees")).toEqual([[], ["bearer"]]);
  const edit = { "/security": [{ bearer: [] }], [`${LIST}/security`]: undefined };
  const { security } = operation(readContract(edited(edit)), "listNotes");
  expect(security).toMatchObject([[{ name: "bearer", parameter: "Authorization" }]]);
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
    edited({ [`${ITEM}/servers`]: servers, [`${ITEM}/get/servers`]: [{ url: "/v2" }] }),
  );
  expect(operation(contract, "replaceNote").servers).toMatchObject([
    { defaultUrl: "https://a.example/api", variables: [{}, { enum: ["a.example"] }] },
  ]);
  expect(operation(contract, "getNote").servers).toMatchObject([{ defaultUrl: "/v2" }]);
  expect(
    operation(readContract(edited({ "/servers": undefined })), "listNotes").servers[0]?.defaultUrl,
  ).toBe("");
});

test("an open question concerns the operations that need one of its places", () => {
  const question = { id: "number", section: "1", unknown: "?", until_known: "!" };
  const places = [`${NOTE}/properties/number`, "/tags"];
  const edit = { "/x-gaps": [{ ...question, places }, question] };
  const { openQuestions } = readContract(edited(edit));
  expect(openQuestions[0]?.operations).toEqual(expect.arrayContaining(["getNote", "listNotes"]));
  expect(openQuestions[0]?.operations).not.toContain("searchTrees");
  expect(openQuestions[1]).toMatchObject({ operations: [], places: [], pointer: "/x-gaps/1" });
});

const segment = fc.constantFrom("a", "b", "{x}", "{y}", "a{x}", "{x}.b");
const path = fc
  .array(segment, { minLength: 1, maxLength: 3 })
  .map((segments) => `/${segments.map((each, index) => each.replace("}", `${index}}`)).join("/")}`);
const requested = fc
  .array(fc.constantFrom("a", "b", "c", "ac", "c.b", "cxb", ""), { minLength: 1, maxLength: 3 })
  .map((segments) => `/${segments.join("/")}`);

function patternOf(template: string): RegExp {
  return new RegExp(`^${template.replaceAll(".", "\\.").replaceAll(/\{[^}]*\}/g, "[^/]+")}$`);
}

function contractOf(paths: readonly string[]): Contract {
  const items = paths.map((each, index) => {
    const names = [...each.matchAll(/\{([^}]*)\}/g)].map(([, name = ""]) => name);
    const parameters = names.map((name) => ({
      name,
      in: "path",
      required: true,
      schema: { type: "string" },
    }));
    return [each, { get: { operationId: `get${index}`, parameters, responses: {} } }];
  });
  return readContract({
    openapi: "3.1.1",
    info: { title: "T", version: "1" },
    paths: Object.fromEntries(items),
  });
}

test("several parameters of a segment are read as a regular expression would", () => {
  const literal = fc.constantFrom("", "a", "-", "ab");
  const template = fc.tuple(literal, fc.array(literal, { minLength: 1, maxLength: 3 }));
  const text = fc.string({ unit: fc.constantFrom("a", "b", "-"), minLength: 1, maxLength: 7 });
  fc.assert(
    fc.property(template, text, ([first, others], requestedText) => {
      const parameters = others.map((each, index) => `{p${index}}${each}`);
      const { operation, segments } = contractOf([`/${first}${parameters.join("")}`]).route(
        "GET",
        `/${requestedText}`,
      );
      const pattern = new RegExp(`^${[first, ...others].join("(.+)")}$`);
      const [, ...values] = pattern.exec(requestedText) ?? [];
      expect(operation !== undefined).toBe(pattern.test(requestedText));
      expect([...segments.values()]).toEqual(values);
    }),
  );
});

test("a long segment with many parameters is read in one pass", () => {
  const contract = contractOf(["/{a}-{b}-{c}-{d}-{e}-{f}.json"]);
  const path = `/${"-".repeat(100_000)}`;
  expect(contract.route("GET", path).operation).toBeUndefined();
  expect(contract.route("GET", `${path}.json`).segments.get("f")).toBe("-");
});

test("a path leads to an operation exactly if a template matches it", () => {
  const paths = fc.uniqueArray(path, {
    selector: (each) => each.replaceAll(/\{[^}]*\}/g, "{}"),
    maxLength: 6,
  });
  fc.assert(
    fc.property(paths, requested, (templates, target) => {
      const { operation, segments } = contractOf(templates).route("GET", target);
      const matching = templates.filter((template) => patternOf(template).test(target));
      expect(operation === undefined).toBe(matching.length === 0);
      if (operation === undefined) return;
      expect(matching).toContain(operation.path);
      const filled = [...segments].reduce(
        (all, [name, value]) => all.replace(`{${name}}`, () => value),
        operation.path,
      );
      expect(filled).toBe(target);
    }),
  );
});

test("of the paths that match, the one with more fixed characters is meant", () => {
  const paths = ["/{a}/x", "/me/{b}", "/me/x", "/me/{b}.json"];
  for (const templates of [paths, paths.toReversed()]) {
    const { route } = contractOf(templates);
    const found = (target: string): string | undefined => route("GET", target).operation?.path;
    expect(found("/me/x")).toBe("/me/x");
    expect(found("/me/y.json")).toBe("/me/{b}.json");
  }
});

test("a path without the requested method lists those that it has", () => {
  const { methods, operation } = further.route("PATCH", "/v1/notes");
  expect([methods, operation]).toEqual([["GET", "POST"], undefined]);
  expect(further.route("GET", "/v1/notes/")).toMatchObject({ methods: [], operation: undefined });
  expect(further.route("GET", "/v1/n%6ftes").operation?.operationId).toBe("listNotes");
  const { route } = contractOf(["/caf\u00e9"]);
  for (const path of ["/caf%c3%a9", "/caf\u00e9", "/caf\xc3\xa9"])
    expect(route("GET", path).operation?.path).toBe("/caf\u00e9");
  expect(further.route("GET", "/v1%2Fnotes").operation).toBeUndefined();
  expect(further.route("get", "/v1/notes/a%2Fb").segments).toEqual(
    new Map([["noteNumber", "a%2Fb"]]),
  );
});

test("the path of a server may precede the path of an operation", () => {
  const responses = { "204": { description: "Here." } };
  const servers = [{ url: "https://api.example.com/api/v2/" }, { url: "/proxy" }];
  const paths = {
    "/things/{id}": { get: { operationId: "getThing", servers, responses, parameters } },
    "/others": { get: { operationId: "getOthers", servers: [{ url: "/api/v2" }], responses } },
    "/api/v2/others": { get: { operationId: "getOlder", responses } },
    "/proxy/things/mine": { delete: { operationId: "removeMine", responses } },
  };
  const info = { title: "T", version: "1" };
  const contract = readContract({ openapi: "3.1.1", info, paths });
  const routed = (path: string): (string | undefined)[] => {
    const { operation: found, segments } = contract.route("GET", path);
    return [found?.operationId, segments.get("id")];
  };
  expect(routed("/api/v2/things/a%2Fb")).toEqual(["getThing", "a%2Fb"]);
  expect(routed("/proxy/things/1")).toEqual(["getThing", "1"]);
  expect(routed("/things/1")).toEqual(["getThing", "1"]);
  expect(routed("/api/v2/others")).toEqual(["getOlder", undefined]);
  expect(routed("/proxy/things/mine")).toEqual(["getThing", "mine"]);
  expect(contract.route("POST", "/proxy/things/mine").methods).toEqual(["DELETE", "GET"]);
  expect(routed("/api/v2things/1")).toEqual([undefined, undefined]);
  const baseOf = (path: string): string => contract.route("GET", path).basePath;
  expect(baseOf("/api/v2/things/1")).toBe("/api/v2");
  expect(baseOf("/%61pi/v2/things/1")).toBe("/api/v2");
  expect(baseOf("/api/v2/others")).toBe("");
  expect(["/api/v2/none", "/proxy", "/none", "/proxying"].map(baseOf)).toEqual([
    "/api/v2",
    "/proxy",
    "",
    "",
  ]);
});

test.each<readonly [url: string, basePaths: readonly string[]]>([
  ["https://{host}/{version}/", ["/v1", "/v2"]],
  ["/{version}", ["/v1", "/v2"]],
  ["https://{host}", [""]],
  ["api", ["/api"]],
  ["//a.example/api/", ["/api"]],
  ["https://a.example:{port}/caf\u00e9", ["/caf%C3%A9"]],
])("the server %s has the paths %j, each of which may precede a path", (url, basePaths) => {
  const variables = {
    host: { default: "a.example", enum: ["a.example", "b.example"] },
    version: { default: "v1", enum: ["v2", "v1"] },
    port: { default: "443" },
  };
  const used = Object.entries(variables).filter(([name]) => url.includes(`{${name}}`));
  const servers = [{ url, variables: Object.fromEntries(used) }];
  const contract = readContract({
    openapi: "3.1.1",
    info: { title: "T", version: "1" },
    servers,
    paths: { "/a": { get: { responses: { "204": { description: "Here." } } } } },
  });
  expect(contract.operations[0]?.servers[0]?.basePaths).toEqual(basePaths);
  for (const base of basePaths)
    expect(contract.route("GET", `${base}/a`)).toMatchObject({ basePath: base, methods: ["GET"] });
});

const parameters = [{ name: "id", in: "path", required: true, schema: { type: "string" } }];
