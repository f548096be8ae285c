import { tmpdir } from "node:os";
import { basename, dirname, sep } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { loadContract } from "../src/index.ts";
import { problemsIn } from "./problems-of.ts";
import { edited, small, writeContract } from "./write-contract.ts";

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

  test("its message has no pointer into a document that could not be read", async () => {
    await expect(loadContract("/nowhere/openapi.yaml")).rejects.toThrow(
      /^\/nowhere\/openapi\.yaml:1:1 There is no such file\.$/,
    );
    await expect(loadContract(tmpdir())).rejects.toThrow(/:1:1 This is a folder: name the file in it\.$/);
    await expect(loadContract(edited("info: {", "info: [{"))).rejects.toThrow(
      /openapi\.yaml:\d+:\d+ [^(]*$/m,
    );
  });

  test("its message lists every problem as file:line:column", async () => {
    const file = edited("minimum: 1", "minimun: 1");
    await expect(loadContract(file)).rejects.toThrow(
      /openapi\.yaml:45:26 .*minimun.* \(\/components\/schemas\/Id\/minimun\)/,
    );
  });
});

test("a file below the folder of the process is named from there", async () => {
  const file = edited("info: {", "info: [{");
  const folder = vi.spyOn(process, "cwd").mockReturnValue(dirname(dirname(file)));
  const told = (): Promise<unknown> =>
    loadContract(file).catch((error: unknown) => String(error).split(":3:1 "));
  expect(await told()).toContain(`ContractError: ${basename(dirname(file))}${sep}openapi.yaml`);
  folder.mockReturnValue(dirname(file).slice(0, -1));
  expect(await told()).toContain(`ContractError: ${file}`);
  folder.mockRestore();
});
