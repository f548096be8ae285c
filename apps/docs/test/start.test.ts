import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { copyRepository, freePort, type RunningCommand, runCommand } from "@workflow-api/workspace/testing";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";

// The docs are the last thing that the commands of the repository start, so their whole is tested here.
const copy = copyRepository();
const running: RunningCommand[] = [];
beforeAll(() => {
  // What the repository has built is put in place rather than built again: it is the same in its copy.
  vi.stubEnv("TURBO_CACHE", "local:r");
  vi.stubEnv("TURBO_CACHE_DIR", fileURLToPath(new URL("../../../.turbo/cache", import.meta.url)));
});
afterAll(() => {
  vi.unstubAllEnvs();
  copy.remove();
});
afterEach(async () => {
  for (const command of running.splice(0)) {
    command.signal("SIGTERM");
    await command.exit;
  }
});

interface Ports {
  readonly mock: number;
  readonly docs: number;
}

function run(script: string, ...options: string[]): RunningCommand {
  const command = runCommand(copy.folder, "npm", "run", script, "--", ...options);
  running.push(command);
  return command;
}

async function begin(script: string): Promise<{ command: RunningCommand; ports: Ports }> {
  const ports = { mock: await freePort(), docs: await freePort() };
  return { command: run(script, "--mock-port", `${ports.mock}`, "--docs-port", `${ports.docs}`), ports };
}

async function cage(port: number): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${port}/data_dictionary/variables_cages/cage-date`, {
    headers: {
      "X-Domain": "3f2b8c1e-7a4d-4e2b-9c6f-1d5e8a7b9c30",
      "X-API-KEY": "any",
      "X-API-SECRET": "any",
    },
  });
  return answer.json();
}

describe("npm start", () => {
  test("serves the mock and the docs, and Ctrl-C ends both with exit code 0", {
    timeout: 600_000,
  }, async () => {
    const { command, ports } = await begin("start");
    await command.printed(/Ctrl-C stops both/);
    expect(command.output()).toContain(`http://127.0.0.1:${ports.mock}`);
    expect(command.output()).toContain(`http://127.0.0.1:${ports.docs}`);
    expect(command.output()).toMatch(/curl -i .*variables_cages/);
    expect(await cage(ports.mock)).toMatchObject({ data: { id: "cage-date" } });
    const page = await fetch(`http://127.0.0.1:${ports.docs}/`);
    expect(page.status).toBe(200);
    // What its pages call: see mock-beside.test.ts.
    expect(page.headers.get("server-timing")).toContain(`http://127.0.0.1:${ports.mock}`);
    command.signal("SIGINT");
    expect(await command.exit).toBe(0);
    await expect(fetch(`http://127.0.0.1:${ports.mock}/`)).rejects.toThrow();
    await expect(fetch(`http://127.0.0.1:${ports.docs}/`)).rejects.toThrow();
  });

  test("names a port that is in use, and the option that changes it", async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    const address = taken.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const command = run("start", "--docs-port", `${port}`, "--mock-port", `${await freePort()}`);
    expect(await command.exit).toBe(1);
    expect(command.output()).toContain(`Port ${port} is in use`);
    expect(command.output()).toContain("--docs-port");
    await new Promise((resolve) => taken.close(resolve));
  });

  test("refuses what it does not know, and says what it knows", async () => {
    const command = run("start", "--port", "1");
    expect(await command.exit).toBe(2);
    expect(command.output()).toMatch(/--port.*--mock-port, --docs-port/);
  });
});

describe("npm run dev", () => {
  const contract = join(copy.folder, "openapi", "openapi.yaml");
  const kept = join(copy.folder, "openapi.yaml.kept");
  beforeAll(() => copyFileSync(contract, kept));

  test("serves an edit, and the last good contract after a broken one", { timeout: 600_000 }, async () => {
    const { command, ports } = await begin("dev");
    // Of a contract that is not good it waits for an edit, as long as it takes: this is not to wait with it.
    const begun = await command.printed(/Linted, generated and served|Mend it/);
    expect(begun, command.output()).toBe("Linted, generated and served");
    const text = readFileSync(contract, "utf8");

    writeFileSync(contract, text.replaceAll("name: Date of signature", "name: Day of signature"));
    const served = { data: { attributes: { name: "Day of signature" } } };
    await expect.poll(() => cage(ports.mock)).toMatchObject(served);
    await expect
      .poll(async () => (await fetch(`http://127.0.0.1:${ports.docs}/openapi.yaml`)).text())
      .toContain("Day of signature");

    writeFileSync(contract, text.replace("operationId: getVariablesCage", "operationid: getVariablesCage"));
    await command.printed(/The last good contract is still served/);
    expect(command.output()).toMatch(/openapi\.yaml:\d+:\d+/);
    expect(await cage(ports.mock)).toMatchObject(served);

    copyFileSync(kept, contract);
    await expect
      .poll(() => cage(ports.mock))
      .toMatchObject({ data: { attributes: { name: "Date of signature" } } });
    command.signal("SIGINT");
    expect(await command.exit).toBe(0);
  });
});
