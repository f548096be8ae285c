import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { failureText } from "./failure-text.ts";
import { type CliOptions, readOptions, UsageError, usage } from "./options.ts";

/** The program: reads its arguments, and serves until it is told to end. Sets the exit status of the process. */
export async function main(args: readonly string[]): Promise<void> {
  try {
    const options = readOptions(args);
    if (options.help) console.log(usage);
    else if (options.version) console.log(packageVersion());
    else await serve(options);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(
      `${error.message}.\nUsage: workflow-api-mock [options]. To list the options: workflow-api-mock --help`,
    );
    process.exitCode = 2;
  }
}

function packageVersion(): string {
  const { version }: { version: string } = JSON.parse(
    readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
  );
  return version;
}

async function serve(options: CliOptions): Promise<void> {
  try {
    const { runServer } = await import("./run-server.ts");
    await runServer({
      ...options,
      contract: options.contract === undefined ? undefined : resolve(options.contract),
    });
  } catch (error) {
    if (error instanceof UsageError) throw error;
    console.error(failureText(error, options));
    process.exitCode = 1;
  }
}
