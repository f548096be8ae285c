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

/** @throws {ConfigurationError} An option that is to be called is no function. */
export function checkFunction(option: string, value: unknown, operation?: OperationName): void {
  if (typeof value !== "function") refuseOption(option, "must be a function", operation);
}
