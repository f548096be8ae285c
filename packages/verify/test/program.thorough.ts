import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { listenOnFreePort } from "@workflow-api/workspace/testing";
import { expect, onTestFinished, test } from "vitest";
import { expectNoStack, expectReportAfter, startProgram } from "./support/program.ts";
import { contract, secrets } from "./support/run.ts";
import { createContractTarget, listen } from "./support/server.ts";

// As a process, which alone reads the file of a private CA.
test("A server with a private CA is checked through a proxy.", async () => {
  const NODE_EXTRA_CA_CERTS = join(import.meta.dirname, "support", "localhost.pem");
  const cert = readFileSync(NODE_EXTRA_CA_CERTS);
  const server = await listen(createContractTarget(contract, { secrets }), { cert, key: cert });
  onTestFinished(() => server.close());
  const { host, port } = new URL(server.url);
  const asked = new Set<string | undefined>();
  const proxy = createServer().on("connect", ({ url }, socket) => {
    asked.add(url);
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
    const tunnel = connect(Number(port), "127.0.0.1").on("error", () => socket.destroy());
    socket
      .on("error", () => tunnel.destroy())
      .pipe(tunnel)
      .pipe(socket);
  });
  onTestFinished(() => void proxy.close());
  const HTTPS_PROXY = `127.0.0.1:${await listenOnFreePort(proxy)}`;
  const args = ["--base-url", server.url, "--only", "getHealth"];
  await startProgram(args, { NODE_EXTRA_CA_CERTS, HTTPS_PROXY }).printed(
    /^Passed in what --only selects: the server conforms to the contract\. [1-9]/,
  );
  expect([...asked]).toEqual([host]);
  await startProgram(args).printed(/if you trust it, name its file in NODE_EXTRA_CA_CERTS\./);
});

test("SIGTERM ends a run at once, with 143 and a report of what was done.", async () => {
  await expectReportAfter("SIGTERM", 143);
});

test.each([">/dev/full", ">&-"])("A standard output with %s ends the program with 2.", (end) => {
  expectNoStack(end, 2);
});
