import { readFileSync } from "node:fs";
import { request } from "node:https";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { startMock } from "../src/index.ts";
import { sendRaw } from "./support/http.ts";
import { runProgram } from "./support/program.ts";

const certFile = fileURLToPath(new URL("fixtures/localhost.cert.pem", import.meta.url));
const keyFile = fileURLToPath(new URL("fixtures/localhost.key.pem", import.meta.url));
const cert = readFileSync(certFile, "utf8");

function statusOver(url: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(`${url}/data_dictionary/variables_cages/x`, { ca: cert, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on("error", reject)
      .end();
  });
}

test("The mock serves HTTPS with a certificate", async () => {
  const mock = await startMock({ tls: { cert, key: readFileSync(keyFile, "utf8") } });
  expect(mock.url).toMatch(/^https:/);
  expect(await statusOver(mock.url)).toBe(401);
  await mock.close();
});

test("Who asks it without TLS finds in the journal why there was no answer", async () => {
  const mock = await startMock({ tls: { cert, key: readFileSync(keyFile, "utf8") } });
  await sendRaw(mock.url, "GET /things HTTP/1.1\r\nHost: x\r\n\r\n").catch(() => "");
  expect(mock.requests()).toMatchObject([{ status: "dropped", reason: expect.stringContaining("https://") }]);
  await mock.close();
});

test("The program serves HTTPS with the files that it is given", async () => {
  const program = runProgram("--port", "0", "--cert", certFile, "--key", keyFile);
  expect(await statusOver(await program.url)).toBe(401);
  program.child.kill();
  expect(await program.exit).toBe(0);
});

test.each([
  [["--cert", certFile], 2, "--key"],
  [["--cert", "no-such.pem", "--key", keyFile], 2, "no-such.pem"],
  [["--cert", keyFile, "--key", certFile], 1, "PEM"],
])("%j is told what is wrong", async (args, status, named) => {
  const program = runProgram("--port", "0", ...args);
  expect(await program.exit).toBe(status);
  expect(program.output.stderr).toContain(named);
  expect(program.output.stderr).not.toContain("    at ");
});
