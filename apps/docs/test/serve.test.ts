import { once } from "node:events";
import { request } from "node:http";
import { type RunningCommand, runCommand } from "@workflow-api/workspace/testing";
import { afterEach, describe, expect, test } from "vitest";
import { builtSite } from "./site.ts";
import { bin, type Started, startBin } from "./start-bin.ts";

const running: RunningCommand[] = [];

afterEach(() => {
  for (const command of running.splice(0)) {
    command.signal("SIGKILL");
  }
});

function start(...args: string[]): Started {
  const started = startBin(...args);
  running.push(started);
  return started;
}

/** The answer to a path as it stands, which `fetch` would tidy up before it is sent. */
async function rawGet(url: string, path: string): Promise<number> {
  const { hostname, port } = new URL(url);
  const sent = request({ hostname, port, path }).end();
  const [response] = await once(sent, "response");
  response.resume();
  return response.statusCode;
}

describe("the command that serves the site", () => {
  test("prints its address, and a signal ends it with 0", async () => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      const docs = start("--port", "0");
      expect((await fetch(await docs.url)).status).toBe(200);
      docs.signal(signal);
      expect(await docs.exit).toBe(0);
    }
  });

  test("says which port is in use, and which option changes it", async () => {
    const site = await builtSite();
    const { port } = new URL(site.url);
    for (const more of [[], ["--dev"]]) {
      const { exit, output } = start("--port", port, ...more);
      expect(await exit).toBe(1);
      expect(output()).toContain(`Port ${port} of 127.0.0.1 is in use. Choose another with --port`);
    }
    await site.close();
  });

  test.each([
    [["--port", "x"], '--port takes a number from 0 to 65535, not "x"'],
    [["--host", "256.0.0.1", "--port", "0"], "Choose another with --host"],
    [["--mock", "4010"], '--mock takes an address such as http://127.0.0.1:4010, not "4010"'],
    [["--unknown"], "--unknown"],
  ])("refuses %j and says why", async (args, message) => {
    const { exit, output } = start(...args);
    expect(await exit).toBe(1);
    expect(output()).toContain(message);
    expect(output()).not.toMatch(/^ {4}at /m);
  });

  test("--help names each option", async () => {
    const { exit, output } = start("--help");
    expect(await exit).toBe(0);
    for (const option of ["--port", "--host", "--mock", "--dev", "CONTRACT_FILE"]) {
      expect(output()).toContain(option);
    }
  });
});

describe("the served files", () => {
  test("have their content types, compressed for those who take it", async () => {
    const site = await builtSite();
    const page = await fetch(site.url, { headers: { "accept-encoding": "br" } });
    expect(page.headers.get("content-type")).toBe("text/html;charset=utf-8");
    expect(page.headers.get("content-encoding")).toBe("br");
    const plain = await fetch(site.url, { headers: { "accept-encoding": "identity" } });
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(await plain.text()).toBe(await page.text());
    expect((await fetch(`${site.url}favicon.svg`)).headers.get("content-type")).toBe("image/svg+xml");
    await site.close();
  });

  test("end where the site ends: a page that says so, and nothing outside its folder", async () => {
    const site = await builtSite();
    const missing = await fetch(`${site.url}no/such/page/`);
    expect(missing.status).toBe(404);
    expect(await missing.text()).toContain("There is no such page");
    for (const path of ["/../package.json", "/..%2fpackage.json", "/%2e%2e/package.json", "//etc/passwd"]) {
      expect(await rawGet(site.url, path)).toBe(404);
    }
    expect(await rawGet(site.url, "/%E0%A4%A")).toBeGreaterThanOrEqual(400);
    expect((await fetch(site.url, { method: "POST" })).status).toBe(405);
    await site.close();
  });
});

test("the command is executable by its own first line", async () => {
  const command = runCommand(import.meta.dirname, bin, "--help");
  running.push(command);
  expect(await command.exit).toBe(0);
});
