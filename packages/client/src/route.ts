import type { Config } from "./config.ts";
import { type Attachment, attachmentOf } from "./credentials.ts";
import { settings, wire } from "./generated/wire.ts";
import { type Limits, limitsOf } from "./limits.ts";
import { completeOperation, type Operation } from "./parameters.ts";

/** An operation, and what the options of a client make of it once and for all. */
export interface Route {
  readonly operation: Operation;
  /** Where it is served, without a trailing slash. */
  readonly address: string;
  /** What every request carries, by name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly limits: Limits;
  readonly attachment: () => Attachment | Promise<Attachment>;
}

/** The routes of all operations. */
export function createRoutes({ options, credentials, values, addressOf }: Config): Route[] {
  return Object.entries(wire).map(([name, row]) => {
    const operation = completeOperation(name, row);
    const headers: Record<string, string> = operation.accept ? { accept: operation.accept } : {};
    for (const option of operation.settings ?? []) {
      headers[(settings[option]?.header ?? option).toLowerCase()] = values[option] ?? "";
    }
    return {
      operation,
      address: addressOf(operation),
      headers,
      limits: limitsOf(operation.method, {}, options),
      attachment: attachmentOf(operation, credentials),
    };
  });
}
