import type { OperationName } from "./api-error.ts";
import { ConfigurationError } from "./errors.ts";

/** @throws {ConfigurationError} Always: an option, of the factory or of a call, cannot work. */
export function refuseOption(
  option: string,
  problem: string,
  operation?: OperationName,
  cause?: Error,
): never {
  throw new ConfigurationError(`The option ${option} ${problem}.`, {
    operation,
    about: { option },
    ...(cause && { cause }),
  });
}

/** @throws {ConfigurationError} An option that is to be called is given, and is no function. */
export function checkFunctions(options: Readonly<Record<string, unknown>>): void {
  for (const option of ["fetch", "logger"]) {
    if (!/undefined|function/.test(typeof (options[option] ?? undefined))) {
      refuseOption(option, "must be a function");
    }
  }
}
