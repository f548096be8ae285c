import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { against, answers, overlooks, type Ran, run } from "./support/verify-desk.ts";

// Of the desk, readTicket and what writes need a login, peekTicket needs nothing.

const everyReporter = ["tty", "markdown", "html", "json", "junit", "sarif"].flatMap((name) => [
  "--reporter",
  name,
]);

function verify(args: readonly string[], environment: Record<string, string> = {}): Promise<Ran> {
  return against({}, (url) => run(url, args, environment));
}

describe("What could not be tried does not read as agreement", () => {
  test("Without credentials the run ends with 2, names the variables, and every report says so.", async () => {
    const { code, error, out } = await verify(everyReporter);
    expect(code).toBe(2);
    expect(error).toMatch(/^Not all of it could be tried\./);
    const quiet = await verify(["--reporter", "json"]);
    expect(quiet.error).toContain("readTicket was not tried: set WORKFLOW_LOGIN in the environment.");
    // Markdown escapes the underscore.
    const said = out.replaceAll("\\", "");
    for (const report of said.split(/(?=^<!doctype|^<\?xml|^## |^\{$)/m))
      expect(report).toContain("readTicket was not tried: set WORKFLOW_LOGIN in the environment");
    expect(said.match(/readTicket was not tried/g)?.length).toBeGreaterThanOrEqual(6);
    expect(out.match(/Whether the server agrees with its contract is open/g)?.length).toBeGreaterThan(2);
    expect(out).not.toContain("The server agrees");
    expect(out + error).not.toContain("peekTicket was not tried");
  });

  test("To a CI system what was not tried is an error, and what was allowed not to be is skipped.", async () => {
    const { out } = await verify(["--reporter", "junit"]);
    expect(out).toMatch(/<testsuite name="coverage" tests="1" failures="0" errors="1" skipped="0"/);
    expect(out.match(/<error /g)).toHaveLength(1);
    expect(out).toMatch(/<testsuites [^>]* errors="1"/);
    const { out: allowed } = await verify(["--allow-untried", "--reporter", "junit"]);
    expect(allowed).toMatch(/<testsuite name="coverage" tests="1" failures="0" errors="0" skipped="1"/);
  });

  test("What may write counts only where it is asked for.", async () => {
    expect((await verify([])).out).not.toContain("closeTicket was not tried");
    const { out } = await verify(["--write"]);
    expect(out).toContain("closeTicket was not tried: set WORKFLOW_LOGIN");
    expect(out).toContain("openTicket was not tried: set WORKFLOW_LOGIN");
  });

  test("A server that has none of the values ends with 2, and says which to give.", async () => {
    const nothing = answers(() => ({ status: 404, headers: {}, body: "" }), "readTicket", 200);
    const { code, out } = await against(nothing, (url) => run(url, []));
    expect(code).toBe(2);
    expect(out).toContain("No success of readTicket was seen, only 404");
    expect(out).toContain("(--value id=…)");
  });

  test("What the user says is not missed: --allow-untried, or --only what can be tried.", async () => {
    const { code, out } = await verify(["--allow-untried"]);
    expect(code).toBe(0);
    expect(out).toContain("readTicket was not tried");
    expect(await verify(["--only", "peekTicket"])).toMatchObject({ code: 0, error: "" });
    expect(await verify(["--only", "security"])).toMatchObject({ code: 0, error: "" });
    expect(await verify(["--only", "readTicket"])).toMatchObject({ code: 2 });
  });

  test("A server that disagrees ends with 1, whatever was not tried.", async () => {
    const { code, out } = await against(overlooks("path id"), (url) => run(url, [], {}));
    expect(code).toBe(1);
    expect(out).toContain("readTicket was not tried");
  });

  test("An operation whose right requests are known to fail has been tried.", async () => {
    const fault = answers(() => ({ status: 500 }), "readTicket", 200);
    const file = join(await mkdtemp(join(tmpdir(), "known-")), "known.json");
    await against(fault, (url) => run(url, ["--write-baseline", file]));
    expect(await against(fault, (url) => run(url, ["--baseline", file]))).toMatchObject({ code: 0 });
  });

  test("A run that sends nothing ends with 2, and says why.", async () => {
    const { code, error, out } = await verify(["--only", "closeTicket 204"]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(error).toContain("It may write: --write sends it.");
    const none = await verify(["--only", "tickets of Ada", "--allow-untried"]);
    expect(none).toMatchObject({ code: 2, error: expect.stringContaining("in the title of no case") });
    expect(none.error).toContain("scenario, include");
  });
});
