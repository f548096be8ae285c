import { help, type Options, readOptions, UsageError } from "./options.ts";
import { assertPortFree, PortInUseError } from "./ports.ts";
import { createServices, type Services } from "./services.ts";
import { StartError } from "./start-error.ts";

/** A command that runs services until it is stopped. */
export interface Command {
  /** As it is typed, such as `npm start`. */
  readonly name: string;
  readonly what: string;
  /** Builds and starts. It is abandoned, and its services are stopped, when a signal comes. */
  run(options: Options, services: Services): Promise<void>;
}

/** @throws {StartError} A build failed; Turborepo has said why. */
export function assertBuilt(succeeded: boolean): void {
  if (!succeeded) throw new StartError("The build failed; see above.");
}

/** Runs a command to its end. Ctrl-C and SIGTERM stop all its services, and exit with 0. */
export async function main({ name, what, run }: Command): Promise<void> {
  const services = createServices();
  const stopped = new Promise<number>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => resolve(0));
  });
  const worked = work().catch(fail);
  process.exitCode = await Promise.race([stopped, worked]);
  await services.stop();
  process.exit();

  async function work(): Promise<number> {
    const options = readOptions(process.argv.slice(2));
    if (options === undefined) {
      process.stdout.write(help(name, what));
      return 0;
    }
    await assertPortFree(options.mockPort, "--mock-port", name);
    await assertPortFree(options.docsPort, "--docs-port", name);
    await run(options, services);
    const service = await services.ended;
    process.stderr.write(`The ${service} has ended; stopping.\n`);
    return 1;
  }
}

function fail(error: unknown): number {
  const known = [PortInUseError, UsageError, StartError].some((kind) => error instanceof kind);
  process.stderr.write(`${known && error instanceof Error ? error.message : inspect(error)}\n`);
  return error instanceof UsageError ? 2 : 1;
}

function inspect(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
