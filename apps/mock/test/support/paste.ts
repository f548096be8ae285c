import { execFile, execFileSync } from "node:child_process";
import { promisify } from "node:util";
import { send } from "./http.ts";

const run = promisify(execFile);

/**
 * Runs a curl command as if it were pasted into a shell, and returns what it prints. On a machine without curl, the
 * shell still reads the command, and the request that it describes is sent from here.
 */
export async function paste(command: string): Promise<string> {
  if (hasCurl()) return (await run("sh", ["-c", command])).stdout;
  const { stdout } = await run("sh", ["-c", `set -- ${command}; printf '%s\\0' "$@"`]);
  const words = stdout.split("\0");
  const after = (option: string): string[] =>
    words.flatMap((word, index) => (words[index - 1] === option ? [word] : []));
  const url = new URL(words.find((word) => word.startsWith("http://")) ?? "");
  const headers = after("-H").map((line) => [
    line.slice(0, line.indexOf(":")),
    line.slice(line.indexOf(":") + 2),
  ]);
  const [method = words.includes("--head") ? "HEAD" : "GET"] = after("-X");
  const [body] = after("--data-raw");
  const answer = await send(url.origin, {
    method,
    target: url.pathname + url.search,
    headers: Object.fromEntries(headers),
    body,
  });
  const lines = Object.entries(answer.headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${answer.status} `, ...lines, "", answer.body].join("\r\n");
}

let isCurlHere: boolean | undefined;

function hasCurl(): boolean {
  isCurlHere ??= runs("curl");
  return isCurlHere;
}

function runs(program: string): boolean {
  try {
    execFileSync(program, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
