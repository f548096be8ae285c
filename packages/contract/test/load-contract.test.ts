import { describe, expect, test } from "vitest";
import { loadContract, type Operation } from "../src/index.ts";
import { problemsOf } from "./problems-of.ts";
import { edited, small, writeContract } from "./write-contract.ts";

async function loadSmall(): Promise<Operation> {
  const contract = await loadContract(writeContract({ "openapi.yaml": small }));
  const [operation] = contract.operations;
  if (operation === undefined) throw new Error("The small contract has an operation.");
  return operation;
}

function problemsIn(file: string): ReturnType<typeof problemsOf> {
  return problemsOf(() => loadContract(file));
}

describe("a well-made contract", () => {
  test("gives its operations with parameters, security and responses", async () => {
    const operation = await loadSmall();
    expect(operation).toMatchObject({ operationId: "getThing", method: "GET", path: "/things/{id}" });
    expect(
      operation.parameters.map(({ name, shape, style, explode }) => [name, shape, style, explode]),
    ).toEqual([
      ["id", "primitive", "simple", false],
      ["include", "array", "form", false],
    ]);
    expect(operation.security.map((schemes) => schemes.map(({ name }) => name))).toEqual([["X-Key"]]);
    expect(operation.responses.map(({ status }) => status)).toEqual(["200", "404"]);
  });

  test("gives the scenario of the lowest 2xx as the default, wherever it stands", async () => {
    expect((await loadSmall()).defaultScenario).toMatchObject({
      name: "found",
      status: 200,
      summary: "It is there.",
    });
  });

  test("gives what each include adds", async () => {
    const { includes } = await loadSmall();
    expect(includes.map(({ parameter, value, adds }) => [parameter.name, value, adds])).toEqual([
      ["include", "owner", "/owner"],
      ["include", "parts", "/detail/parts"],
    ]);
  });

  test("validates values through references", async () => {
    const [id] = (await loadSmall()).parameters;
    expect(id?.validate(1)).toEqual([]);
    expect(id?.validate(0)).toEqual([{ pointer: "", keyword: "minimum", message: "must be >= 1" }]);
  });

  test("gives its gaps", async () => {
    const { gaps } = await loadContract(writeContract({ "openapi.yaml": small }));
    expect(gaps).toMatchObject([
      { id: "much", section: "1", unknown: "Much.", untilKnown: "It is left out." },
    ]);
  });

  test("says where each place stands", async () => {
    const contract = await loadContract(writeContract({ "openapi.yaml": small }));
    expect(contract.locate("/paths/~1things~1{id}/get/parameters/0/schema/minimum")).toMatchObject({
      line: 45,
      pointer: "/components/schemas/Id/minimum",
    });
  });

  test("may hold anchors and definitions", async () => {
    const file = edited(
      "Id: { type: integer, minimum: 1 }",
      "Id: { $anchor: identity, $comment: One., $ref: '#/components/schemas/Id/$defs/Whole', $defs: { Whole: { type: integer, minimum: 1 } } }",
    );
    const id = (await loadContract(file)).schemas.get("Id");
    expect(id?.validate(0)).toMatchObject([{ keyword: "minimum" }]);
  });

  test("may hold a recursive schema", async () => {
    const file = edited(
      "Id: { type: integer, minimum: 1 }",
      'Id: { type: integer }\n    Tree: { type: object, properties: { child: { $ref: "#/components/schemas/Tree" } } }',
    );
    const tree = (await loadContract(file)).schemas.get("Tree");
    expect(tree?.validate({ child: { child: 1 } })).toMatchObject([
      { pointer: "/child/child", keyword: "type" },
    ]);
  });
});

describe("a contract in several files", () => {
  const split = {
    "openapi.yaml": small.replace('"#/components/schemas/Id"', '"./schemas.yaml#/Id"'),
    "schemas.yaml": "# shared\nId: { $ref: '#/Whole' }\nWhole: { type: integer, minimum: 5 }\n",
  };

  test("is one document, and knows its files", async () => {
    const contract = await loadContract(writeContract(split));
    expect(contract.files.map((file) => file.split("/").at(-1))).toEqual(["openapi.yaml", "schemas.yaml"]);
    expect(contract.operations[0]?.parameters[0]?.validate(4)).toMatchObject([{ keyword: "minimum" }]);
    expect(JSON.stringify(contract.document)).not.toContain("schemas.yaml");
  });

  test("may share a file that only templated paths refer to", async () => {
    const get = (operationId: string): object => ({
      get: {
        operationId,
        parameters: [{ name: "id", in: "path", required: true, schema: { $ref: "id.yaml" } }],
        responses: { "204": { description: "Done." } },
      },
    });
    const root = {
      openapi: "3.1.1",
      info: { title: "Shared", version: "1.0.0" },
      paths: { "/a/{id}": get("getA"), "/b/{id}": get("getB") },
    };
    const { operations } = await loadContract(
      writeContract({ "openapi.yaml": root, "id.yaml": { type: "integer" } }),
    );
    expect(operations.map(({ parameters }) => parameters[0]?.validate("x").length)).toEqual([1, 1]);
  });

  test("may refer from a part back to the root", async () => {
    const tenant = { name: "X-Tenant", in: "header", required: true, schema: { type: "integer" } };
    const root = {
      openapi: "3.1.1",
      info: { title: "Back", version: "1.0.0" },
      paths: { "/a": { $ref: "part.yaml#/a" } },
      components: { parameters: { Tenant: tenant } },
    };
    const get = {
      operationId: "getA",
      parameters: [{ $ref: "./openapi.yaml#/components/parameters/Tenant" }],
      responses: { "204": { description: "Done." } },
    };
    const { operations } = await loadContract(
      writeContract({ "openapi.yaml": root, "part.yaml": { a: { get } } }),
    );
    expect(operations[0]?.parameters).toMatchObject([
      { name: "X-Tenant", parameterPointer: "/components/parameters/Tenant" },
    ]);
  });

  test("is located in the file that states a fact", async () => {
    const contract = await loadContract(writeContract(split));
    const place = contract.locate("/paths/~1things~1{id}/get/parameters/0/schema/minimum");
    expect(place).toMatchObject({ line: 3, pointer: "/Whole/minimum" });
    expect(place.file.endsWith("schemas.yaml")).toBe(true);
  });

  test("names the place of a reference to a file that is not there", async () => {
    const file = writeContract({ "openapi.yaml": split["openapi.yaml"] });
    expect(await problemsIn(file)).toMatchObject([
      { message: "./schemas.yaml cannot be followed.", location: { line: 13 } },
      { message: "There is no such file." },
    ]);
  });
});

describe("a broken contract says what is wrong and where:", () => {
  const parameterAt = "/paths/~1things~1{id}/get/parameters";
  test.each([
    ["YAML that does not parse", "info: {", "info: [{", 3, "", /Flow|flow/],
    ["a second document", "components:\n", "---\ncomponents:\n", 41, "", /a file holds one: leave it out/],
    ["another version of OpenAPI", "openapi: 3.1.1", "openapi: 3.0.3", 1, "/openapi", /OpenAPI 3.1/],
    ["a field that OpenAPI does not have", "in: path", "on: path", 10, `${parameterAt}/0`, /lacks "in"/],
    [
      "a reference to nothing",
      "#/components/schemas/Id",
      "#/components/schemas/It",
      13,
      `${parameterAt}/0/schema/$ref`,
      /There is nothing at/,
    ],
    [
      "a reference to an anchor that there is none of",
      "#/components/schemas/Id",
      "#identity",
      13,
      `${parameterAt}/0/schema/$ref`,
      /There is no anchor #identity/,
    ],
    [
      "a reference to the network",
      '"#/components/schemas/Id"',
      "https://example.com/a.yaml",
      13,
      `${parameterAt}/0/schema/$ref`,
      /not a file/,
    ],
    [
      "an unknown keyword in a schema",
      "minimum: 1",
      "minimun: 1",
      45,
      "/components/schemas/Id/minimun",
      /no keyword `minimun`.*mend it/,
    ],
    [
      "a keyword of an earlier draft that means another thing to each validator",
      "minimum: 1",
      '$recursiveRef: "#"',
      45,
      "/components/schemas/Id/$recursiveRef",
      /2020-12 has no `\$recursiveRef`: write a \$ref/,
    ],
    [
      "an unknown type in a schema",
      "type: integer",
      "type: whole",
      45,
      "/components/schemas/Id/type",
      /type/,
    ],
    [
      "a pattern that is no regular expression",
      "type: integer, minimum: 1",
      'type: string, pattern: "("',
      45,
      "/components/schemas/Id/pattern",
      /regular expression/,
    ],
    [
      "a pattern that escapes what needs no backslash",
      "type: integer, minimum: 1",
      "type: string, pattern: '^a\\:'",
      45,
      "/components/schemas/Id/pattern",
      /: Invalid escape\. A backslash stands only before what needs one\./,
    ],
    [
      "a name of members that is no regular expression",
      "type: integer, minimum: 1",
      'type: object, patternProperties: { "(": true }',
      45,
      "/components/schemas/Id/patternProperties/(",
      /regular expression/,
    ],
    [
      "an anchor that is no name",
      "minimum: 1",
      'minimum: 1, $anchor: ""',
      45,
      "/components/schemas/Id",
      /invalid anchor/,
    ],
    [
      "a dynamic reference to an anchor that there is none of",
      "minimum: 1",
      'minimum: 1, $dynamicRef: "#number"',
      45,
      "/components/schemas/Id/$dynamicRef",
      /No schema has the \$dynamicAnchor that #number leads to/,
    ],
    [
      "what the mock takes for a reference in a value",
      "minimum: 1",
      'minimum: 1, default: [{ $ref: "#/info" }, { $ref: "#/inform" }]',
      45,
      "/components/schemas/Id/default/1/$ref",
      /no reference, as it stands in a value.*leave it out/,
    ],
    [
      "a security scheme that is not declared",
      "- key: []",
      "- token: []",
      4,
      "/security/0/token",
      /no security scheme token/,
    ],
    [
      "an operation without an operationId",
      "      operationId: getThing\n",
      "",
      7,
      "/paths/~1things~1{id}/get",
      /operationId/,
    ],
    [
      "a path with a query",
      "/things/{id}:",
      "/things/{id}?all=1:",
      6,
      "/paths/~1things~1{id}?all=1",
      /ends before a \? or #.*parameters in the query/,
    ],
    [
      "a path that nobody sends",
      "/things/{id}:",
      "/things/../{id}:",
      6,
      "/paths/~1things~1..~1{id}",
      /segment \. or \.\. is never sent/,
    ],
    [
      "an include that is no pointer",
      "owner: /owner",
      "owner: owner",
      22,
      `${parameterAt}/1/x-includes/owner`,
      /JSON Pointer/,
    ],
    [
      "an include of a second parameter that is no pointer",
      "        - name: include\n",
      "        - { name: with, in: query, schema: { type: string }, x-includes: { all: detail } }\n        - name: include\n",
      17,
      `${parameterAt}/1/x-includes/all`,
      /JSON Pointer/,
    ],
    ["a gap without its section", 'section: "1", ', "", 47, "/x-gaps/0", /section/],
  ])("%s", async (_, from, to, line, pointer, message) => {
    const problems = await problemsIn(edited(from, to));
    expect(problems[0]?.message).toMatch(message);
    expect(problems.map(({ location }) => [location.line, location.pointer])).toContainEqual([line, pointer]);
  });

  test("a reference to an anchor, with the pointer to write", async () => {
    const anchored = small
      .replace("#/components/schemas/Id", "#identity")
      .replace("minimum: 1", "minimum: 1, $anchor: identity");
    const [problem] = await problemsIn(writeContract({ "openapi.yaml": anchored }));
    expect(problem?.message).toMatch(/ JSON Pointers: write #\/components\/schemas\/Id\.$/);
  });

  test("an operationId that is taken", async () => {
    const twice = small
      .replace("      responses:", "      responses: &responses")
      .replace(
        "components:\n",
        '  /other:\n    get:\n      operationId: getThing\n      responses: { "204": { description: Nothing. } }\ncomponents:\n',
      );
    expect(await problemsIn(writeContract({ "openapi.yaml": twice }))).toMatchObject([
      {
        message: expect.stringContaining("is taken"),
        location: { pointer: "/paths/~1other/get/operationId" },
      },
    ]);
  });

  test("a file that is not there", async () => {
    expect(await problemsIn("/nowhere/openapi.yaml")).toMatchObject([
      { message: "There is no such file.", location: { file: "/nowhere/openapi.yaml" } },
    ]);
  });

  test.each([
    ["by a tab", "\tzero: 1", 5],
    ["too little", " zero: 1", 5],
    ["too much", "   zero: 1", 4],
  ])("a line that is indented %s, once, and every name that is there twice", async (_how, line, at) => {
    const text = `a: 1\na: 2\nin:\n  one: 1\n${line}\n  two: 2\n  three: 3\nfour: 4\nfour: 5\n`;
    const problems = await problemsIn(writeContract({ "openapi.yaml": text }));
    expect(problems.map(({ location }) => location.line)).toEqual([2, at, 9]);
  });

  test("its message lists every problem as file:line:column", async () => {
    const file = edited("minimum: 1", "minimun: 1");
    await expect(loadContract(file)).rejects.toThrow(
      /openapi\.yaml:45:26 .*minimun.* \(\/components\/schemas\/Id\/minimun\)/,
    );
  });
});
