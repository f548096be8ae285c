import { expect, test } from "vitest";
import { compareContracts } from "../src/compat/index.ts";
import { withName, withNode } from "../src/score/edit.ts";
import { type Change, rename, set } from "./support/change.ts";
import { contractOf } from "./support/contract-with.ts";
import { desk } from "./support/desk.ts";

const read = "/paths/~1tickets~1{id}/get";
const open = "/paths/~1tickets/post";
const content = `${read}/responses/200/content`;
const schemas = "/components/schemas";

const breaking: readonly [name: string, change: Change, reason: RegExp][] = [
  ["a server is gone", set("/servers/1", undefined), /server https:\/\/test\.desk\.example\/v3 is no longer/],
  ["a server has another path", set("/servers/1/url", "https://test.desk.example/v4"), /no longer/],
  ["a value of a server's variable is gone", set("/servers/0/variables/region/enum", ["eu"]), /us\.desk/],
  ["a scope more is asked for", set("/security/0/login", ["tickets:read", "tickets:all"]), /tickets:read/],
  [
    "another scope is asked for",
    set("/paths/~1tickets~1{id}/delete/security/0/login", ["a"]),
    /tickets:write/,
  ],
  [
    "a scheme takes another form",
    set("/components/securitySchemes/login", { type: "http", scheme: "basic" }),
    /authenticating/,
  ],
  [
    "an include adds nothing any more",
    set(`${read}/parameters/1/x-includes/owner`, undefined),
    /include=owner/,
  ],
  [
    "an include adds something elsewhere",
    set(`${read}/parameters/1/x-includes/notes`, "/owner/notes"),
    /include=notes/,
  ],
  [
    "a value of include is gone",
    set(`${read}/parameters/1/schema/items/enum`, ["owner"]),
    /include is not valid/,
  ],
  [
    "a member of a parameter takes fewer values",
    set(`${read}/parameters/2/schema/properties/state/enum`, ["open"]),
    /filter is not valid/,
  ],
  [
    "a member of a parameter becomes required",
    set(`${read}/parameters/2/schema/required`, ["since"]),
    /filter is not valid/,
  ],
  ["an object is written in another style", set(`${read}/parameters/2/style`, "form"), /filter/],
  [
    "a list is written in another style",
    set(`${read}/parameters/3/explode`, false),
    /labels is read as another value/,
  ],
  [
    "a cookie becomes required",
    set(`${read}/parameters/4/required`, true),
    /cookie parameter trace is missing/,
  ],
  [
    "a pattern of a cookie is narrower",
    set(`${read}/parameters/4/schema/pattern`, "^[0-9]{4,8}$"),
    /trace is not valid/,
  ],
  ["a cookie is gone", set(`${read}/parameters/4`, undefined), /no cookie parameter trace/],
  ["a header is gone", set(`${read}/parameters/5`, undefined), /no header parameter X-Locale/],
  ["a header is renamed", set(`${read}/parameters/5/name`, "X-Language"), /no header parameter X-Locale/],
  ["a header takes fewer values", set(`${read}/parameters/5/schema/enum`, ["en"]), /X-Locale is not valid/],
  [
    "a number of a path is bounded",
    set(`${read}/parameters/0/schema/maximum`, 9),
    /path parameter id is not valid/,
  ],
  [
    "a path parameter is written in another style",
    set(`${read}/parameters/0/style`, "label"),
    /path parameter id/,
  ],
  [
    "a required body takes no forms any more",
    set(`${open}/requestBody/content/application~1x-www-form-urlencoded`, undefined),
    /no request body of the media type/,
  ],
  ["one of several schemas of the request is gone", set(`${schemas}/Actor/oneOf/1`, undefined), /\/by/],
  [
    "a list of the request has to hold more",
    set(`${schemas}/NewTicket/properties/points/minItems`, 2),
    /\/points/,
  ],
  [
    "items of the request take another type",
    set(`${schemas}/NewTicket/properties/points/items/type`, "string"),
    /\/points/,
  ],
  [
    "free members of the request take another type",
    set(`${schemas}/NewTicket/properties/tags/additionalProperties`, { type: "integer" }),
    /\/tags/,
  ],
  [
    "a response gets another success status",
    set(`${read}/responses/202`, { description: "Later." }),
    /202 is not documented/,
  ],
  [
    "a 204 gets a body",
    set("/paths/~1tickets~1{id}/delete/responses", {
      "200": { description: "Done.", content: { "application/json": { schema: {} } } },
    }),
    /200 is not documented/,
  ],
  [
    "a media type of the response is renamed",
    rename(`${content}/text~1plain`, "text/html"),
    /text\/html came/,
  ],
  ["a schema is added to those of the response", set(`${schemas}/Actor/oneOf/2`, { type: "string" }), /\/by/],
  ["a constant of the response is another", set(`${schemas}/Robot/properties/kind/const`, "machine"), /\/by/],
  ["a format of the response is gone", set(`${schemas}/Ticket/properties/due/format`, undefined), /\/due/],
  ["a list of the response may be longer", set(`${schemas}/Ticket/properties/notes/maxItems`, 9), /\/notes/],
  [
    "items of the response may be null",
    set(`${schemas}/Ticket/properties/notes/items/type`, ["string", "null"]),
    /\/notes/,
  ],
  [
    "a header of the response may be missing",
    set(`${open}/responses/201/headers/Location/required`, false),
    /Location/,
  ],
  ["a required header of the response is gone", set(`${open}/responses/201/headers`, undefined), /Location/],
];

const meanings: readonly [name: string, change: Change, reason: RegExp][] = [
  [
    "a member of the request is gone",
    set(`${schemas}/NewTicket/properties/points`, undefined),
    /no member \/points/,
  ],
  [
    "a member of the request is renamed",
    rename(`${schemas}/NewTicket/properties/tags`, "labels"),
    /no member \/tags/,
  ],
  [
    "a nested member of the request is gone",
    (document) =>
      withNode(
        withNode(document, `${schemas}/Robot/properties/serial`, undefined),
        `${schemas}/Robot/required`,
        ["kind"],
      ),
    /no member \/by\/serial/,
  ],
];

const harmless: readonly [name: string, change: Change][] = [
  ["a server is added", set("/servers/2", { url: "https://jp.desk.example/v3" })],
  ["a server takes any region", set("/servers/0/variables/region", { default: "eu" })],
  ["a scope less is asked for", set("/security/0/login", [])],
  ["a way of authenticating is added", set("/security/1", { login: ["tickets:all"] })],
  [
    "a value of include is added",
    (document) =>
      withNode(
        withNode(document, `${read}/parameters/1/schema/items/enum`, ["owner", "notes", "files"]),
        `${read}/parameters/1/x-includes/files`,
        "/files",
      ),
  ],
  [
    "a member of a parameter is added",
    set(`${read}/parameters/2/schema/properties/text`, { type: "string" }),
  ],
  [
    "an optional cookie is added",
    set(`${read}/parameters/6`, { name: "seen", in: "cookie", schema: { type: "string" } }),
  ],
  ["a pattern of a cookie is gone", set(`${read}/parameters/4/schema/pattern`, undefined)],
  ["a header takes more values", set(`${read}/parameters/5/schema/enum`, ["de", "en", "fr"])],
  [
    "a path parameter is renamed",
    (document) =>
      withName(
        ["get", "head", "delete"].reduce(
          (renamed, method) =>
            withNode(renamed, `/paths/~1tickets~1{id}/${method}/parameters/0/name`, "number"),
          document,
        ),
        "/paths/~1tickets~1{id}",
        "/tickets/{number}",
      ),
  ],
  [
    "members of the request move to a schema of their own",
    set(`${schemas}/NewTicket`, {
      allOf: [
        { type: "object", required: ["by"], properties: { by: { $ref: `#${schemas}/Actor` } } },
        {
          type: "object",
          properties: {
            points: { type: "array", items: { type: "integer" }, minItems: 1 },
            tags: { type: "object", additionalProperties: { type: "string" } },
          },
        },
      ],
    }),
  ],
  ["a required body becomes optional", set(`${open}/requestBody/required`, false)],
  [
    "a body may have another media type",
    set(`${open}/requestBody/content/text~1plain`, { schema: { type: "string" } }),
  ],
  [
    "a schema is added to those of the request alone",
    set(`${schemas}/NewTicket/properties/by`, {
      oneOf: [{ $ref: `#${schemas}/Person` }, { $ref: `#${schemas}/Robot` }, { type: "string" }],
    }),
  ],
  [
    "a schema of the response alone is gone",
    set(`${schemas}/Ticket/properties/by`, { $ref: `#${schemas}/Person` }),
  ],
  ["an error of the server is added", set(`${read}/responses/503`, { description: "Busy." })],
  ["a default error is added", set(`${open}/responses/4XX`, { description: "It is refused." })],
  ["an error is gone", set(`${read}/responses/404`, undefined)],
  [
    "a header of the response is added",
    set(`${read}/responses/200/headers/X-Cost`, { schema: { type: "integer" } }),
  ],
  ["a nullable member of the response is never null", set(`${schemas}/Ticket/properties/due/type`, "string")],
  ["a list of the response is shorter", set(`${schemas}/Ticket/properties/notes/maxItems`, 3)],
  [
    "a schema is renamed",
    (document) =>
      withName(
        withNode(
          withNode(document, `${schemas}/Ticket/properties/by/$ref`, `#${schemas}/Doer`),
          `${schemas}/NewTicket/properties/by/$ref`,
          `#${schemas}/Doer`,
        ),
        `${schemas}/Actor`,
        "Doer",
      ),
  ],
  [
    "tags and summaries are added",
    (document) => withNode(withNode(document, `${read}/tags`, ["Tickets"]), `${read}/summary`, "Read it"),
  ],
  ["an operation is deprecated", set(`${read}/deprecated`, true)],
];

const base = await contractOf(desk);

test.each([...breaking, ...meanings])("It breaks callers that %s.", async (_name, change, reason) => {
  const found = compareContracts(base, await contractOf(change(desk)));
  const callers = found.filter((each) => each.for === "callers");
  expect(callers.map((each) => each.reason).join("\n")).toMatch(reason);
  expect(callers.every(({ request, title }) => request.target.startsWith("/tickets") && title !== "")).toBe(
    true,
  );
  expect(callers).not.toEqual([]);
});

test.each(harmless)("It does not break callers that %s.", async (_name, change) => {
  const found = compareContracts(base, await contractOf(change(desk)));
  expect(found.filter((each) => each.for === "callers")).toEqual([]);
});

test("A contract whose answers are XML does not break itself.", async () => {
  const xml = set(`${content}/application~1xml`, { schema: { type: "object", required: ["id"] } })(desk);
  expect(compareContracts(await contractOf(xml), await contractOf(xml))).toEqual([]);
});

test("No witness holds more of a secret than the name of its variable.", async () => {
  const found = compareContracts(base, await contractOf(set("/servers/1", undefined)(desk)));
  expect(found[0]?.request.headers).toMatchObject({ Authorization: "Bearer <WORKFLOW_LOGIN>" });
});
