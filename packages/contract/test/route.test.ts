import fc from "fast-check";
import { expect, test } from "vitest";
import { type Operation, readContract } from "../src/index.ts";
import { further } from "./contract.ts";

const segment = fc.constantFrom("a", "b", "{x}", "{y}", "a{x}", "{x}.b");
const path = fc
  .array(segment, { minLength: 1, maxLength: 3 })
  .map((segments) => `/${segments.map((each, index) => each.replace("}", `${index}}`)).join("/")}`);
const requested = fc
  .array(fc.constantFrom("a", "b", "c", "ac", "c.b", ""), { minLength: 1, maxLength: 3 })
  .map((segments) => `/${segments.join("/")}`);

function patternOf(template: string): RegExp {
  return new RegExp(`^${template.replaceAll(".", "\\.").replaceAll(/\{[^}]*\}/g, "[^/]+")}$`);
}

function contractOf(paths: readonly string[]): ReturnType<typeof readContract> {
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

test("a fixed segment is preferred to one with a parameter", () => {
  const { route } = contractOf(["/{a}/x", "/me/{b}", "/me/x"]);
  const found = (target: string): string | undefined => route("GET", target).operation?.path;
  expect([found("/me/x"), found("/me/y"), found("/you/x")]).toEqual(["/me/x", "/me/{b}", "/{a}/x"]);
});

test("a path without the requested method lists those that it has", () => {
  const { methods, operation } = further.route("PATCH", "/v1/notes");
  expect([methods, operation]).toEqual([["GET", "POST"], undefined]);
  expect(further.route("GET", "/v1/notes/")).toMatchObject({ methods: [], operation: undefined });
  expect(further.route("get", "/v1/notes/a%2Fb").segments).toEqual(
    new Map([["noteNumber", "a%2Fb"]]),
  );
});

test("each operation is found by its own path", () => {
  const lost = further.operations.filter(
    (each: Operation) =>
      further.route(each.method, each.path.replaceAll(/\{[^}]*\}/g, "1")).operation !== each,
  );
  expect(lost).toEqual([]);
});

test("the path of a server may precede the path of an operation", () => {
  const responses = { "204": { description: "Here." } };
  const servers = [{ url: "https://api.example.com/api/v2/" }, { url: "/proxy" }];
  const paths = {
    "/things/{id}": { get: { operationId: "getThing", servers, responses, parameters } },
    "/others": { get: { operationId: "getOthers", responses } },
    "/api/v2/others": { get: { operationId: "getOlder", responses } },
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
  expect(routed("/proxy/others")).toEqual([undefined, undefined]);
  expect(routed("/api/v2things/1")).toEqual([undefined, undefined]);
});

const parameters = [{ name: "id", in: "path", required: true, schema: { type: "string" } }];
