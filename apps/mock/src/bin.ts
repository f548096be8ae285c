#!/usr/bin/env node
import { enableCompileCache } from "node:module";
import { resolve } from "node:path";
import { failureText } from "./cli/failure-text.ts";
import { readOptions, UsageError, usage } from "./cli/options.ts";

// Prism is much code: the second start does not compile it again.
enableCompileCache();

try {
  const options = readOptions(process.argv.slice(2));
  if (options.help) console.log(usage);
  else await serve(options);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(`${error.message}.\n\n${usage}`);
  process.exitCode = 2;
}

async function serve(options: ReturnType<typeof readOptions>): Promise<void> {
  try {
    const { runServer } = await import("./cli/run-server.ts");
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
