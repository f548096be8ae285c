import { describe, expect, test } from "vitest";
import { compareContracts, describeChanges } from "../src/compat/index.ts";
import { both, type Change, named, rename, set } from "./support/change.ts";
import { contractOf } from "./support/contract-with.ts";
import { get, things } from "./support/things.ts";

const login = "/components/securitySchemes/login";
const flow = `${login}/flows/clientCredentials`;
const byToken = {
  authorizationUrl: "https://login.example/ask",
  tokenUrl: "https://login.example/token",
  scopes: {},
};
const open: Change = set("/components/securitySchemes/login", {
  type: "openIdConnect",
  openIdConnectUrl: "https://login.example/.well-known/openid-configuration",
});

const logins: readonly [what: string, before: Change, change: Change, whom: readonly string[]][] = [
  [
    "tokens come from another address",
    both(),
    set(`${flow}/tokenUrl`, "https://door.example/token"),
    ["callers"],
  ],
  ["tokens come by another flow", both(), rename(flow, "password"), ["callers"]],
  ["tokens come by a flow more", both(), set(`${login}/flows/authorizationCode`, byToken), []],
  [
    "who asks for a token is asked elsewhere",
    set(`${login}/flows/authorizationCode`, byToken),
    set(`${login}/flows/authorizationCode/authorizationUrl`, "https://login.example/consent"),
    ["callers"],
  ],
  ["an address is spelt otherwise", both(), set(`${flow}/tokenUrl`, "HTTPS://login.example:443/token"), []],
  ["an address is that of the service", both(), set(`${flow}/tokenUrl`, "/token"), []],
  [
    "OpenID Connect is found elsewhere",
    open,
    set(`${login}/openIdConnectUrl`, "https://door.example/"),
    ["callers"],
  ],
  ["it is told in another way where tokens come from", both(), open, []],
  ["it is not told where tokens come from", both(), set(login, { type: "http", scheme: "bearer" }), []],
  [
    "no token is needed",
    both(),
    both(set(`${flow}/tokenUrl`, "https://door.example/token"), set(`${get}/security`, [{ login: [] }, {}])),
    [],
  ],
];

describe.each(logins)("That %s", (_what, before, change, whom) => {
  test(`breaks ${named(whom)}.`, async () => {
    const old = before(things);
    const found = compareContracts(await contractOf(old), await contractOf(change(old)));
    const broken = found.filter(({ for: each }) => each === "callers");
    expect(
      broken.map((each) => each.for),
      JSON.stringify(broken.map(({ reason }) => reason)),
    ).toEqual(whom);
  });
});

test("Where a token no longer comes from is told at the scheme.", async () => {
  const change = set(`${flow}/tokenUrl`, "https://door.example/token");
  const { changes } = await describeChanges(await contractOf(things), await contractOf(change(things)));
  expect(changes).toMatchObject([
    {
      subject: "security scheme login, flows clientCredentials",
      breaks: ["callers"],
      witnesses: [
        { reason: "A token by clientCredentials no longer comes from https://login.example/token." },
      ],
    },
  ]);
});
