import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { bundleSuite } from "./bundle.ts";
import type { Outcome } from "./suite.ts";

const CONFIG = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .suite), (name = "internet", network = (allow = ["private", "public"]))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]
);
const suite :Workerd.Worker = (modules = [(name = "suite", esModule = embed "suite.mjs")], compatibilityDate = "2025-09-01");
`;

/** Runs the suite in a worker of workerd, which a command such as `["npx", "workerd"]` starts. */
export async function runInWorkerd(command: readonly string[], url: string): Promise<Outcome[]> {
  const folder = await mkdtemp(path.join(tmpdir(), "workerd-"));
  const answer = `Response.json(await runSuite(${JSON.stringify(url)}))`;
  await writeFile(
    path.join(folder, "suite.mjs"),
    await bundleSuite(`export default { fetch: async () => ${answer} };`),
  );
  await writeFile(path.join(folder, "config.capnp"), CONFIG);
  const [program = "", ...args] = command;
  const child = spawn(program, [...args, "serve", "--control-fd=1", "config.capnp"], {
    cwd: folder,
    detached: true,
    stdio: ["ignore", "pipe", "ignore"],
  });
  try {
    for await (const line of createInterface(child.stdout)) {
      const { event, port } = JSON.parse(line);
      if (event === "listen") return (await (await fetch(`http://127.0.0.1:${port}`)).json()) as Outcome[];
    }
    throw new Error("workerd did not start.");
  } finally {
    // The command may have started others: the whole group ends.
    if (child.pid !== undefined) process.kill(-child.pid);
    await rm(folder, { recursive: true });
  }
}
