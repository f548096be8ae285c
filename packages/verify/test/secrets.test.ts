import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Departure } from "@workflow-api/workspace/contract-server";
import fc from "fast-check";
import { expect, test } from "vitest";
import { environment, folder, ranOn } from "./support/run.ts";

/**
 * All that a run puts out on a server that echoes what it gets, without what differs between two
 * runs.
 */
async function outputsWith(secret: string): Promise<string> {
  const echo: Departure = {
    secrets: { apiKey: secret, apiSecret: secret, bearer: secret },
    changes: ({ request: { headers }, response }) => {
      const sent = headers["x-api-key"] ?? headers["authorization"] ?? "nothing";
      const encoded = (["base64", "hex"] as const).map((as) => Buffer.from(sent).toString(as));
      const echoed = {
        "content-type": `text/${sent}`,
        "x-total": sent,
        location: `/login/${encoded.join("/")}/${encodeURIComponent(`${sent} Ü`)}?${sent}`,
      };
      const status = { 401: 302, 422: 200 }[response.status] ?? response.status;
      return { status, headers: echoed, body: `"${sent}"` };
    },
  };
  const variables = Object.fromEntries(Object.keys(environment).map((name) => [name, secret]));
  const names = ["junit", "json", "markdown", "sarif"];
  const reporters = [...names.map((name) => `${name}=${join(folder, name)}`), "tty"];
  const { out, error } = await ranOn(
    echo,
    [
      ...["--write", "--write-baseline", join(folder, "baseline")],
      ...["--only", "getNote", "--only", "createNote"],
      ...reporters.flatMap((name) => ["--reporter", name]),
    ],
    { ...variables, GITHUB_ACTIONS: "true" },
  );
  expect(error).toMatch(/^::error file=/);
  const written = [...names, "baseline"].map((name) => readFileSync(join(folder, name), "utf8"));
  return [out, error, ...written]
    .join("\n")
    .replaceAll(/127\.0\.0\.1:\d+|time="[\d.]+"|"duration": [\d.]+/g, "");
}

test("All output is the same whatever the secrets are, so none is in it.", async () => {
  const expected = await outputsWith("secret-of-a-user");
  // RFC 6750, 2.1.
  const token = fc.stringMatching(/^[A-Za-z0-9._~+/-]{1,12}$/);
  const same = fc.asyncProperty(token, async (secret) => (await outputsWith(secret)) === expected);
  await fc.assert(same, { numRuns: 5, seed: 5, examples: [["a"], ["json"], ["eyJ.eyJ.c2ln"]] });
});
