import { type Credentials, readCredentials } from "./credentials.ts";
import { ConfigurationError } from "./errors.ts";
import { settings, wire } from "./generated/wire.ts";
import type { Operation } from "./parameters.ts";
import type { CommonOptions } from "./types.ts";

/** The options of a client, checked. */
export interface Config {
  readonly options: CommonOptions;
  readonly credentials: Credentials;
  /** The value of each header that the client sends by itself, by its option. */
  readonly values: Readonly<Record<string, string>>;
  /** Where an operation is served, without a trailing slash. */
  addressOf(operation: Operation): string;
}

/**
 * Checks the options of a client.
 *
 * @throws {ConfigurationError} One of them cannot work. It names the option and does not show its value.
 */
export function readConfig(options: CommonOptions & Readonly<Record<string, unknown>>): Config {
  const values: Record<string, string> = {};
  for (const [option, { pattern = "^[ -~]+$" }] of Object.entries(settings)) {
    const value = options[option];
    if (typeof value !== "string" || !new RegExp(pattern, "u").test(value)) {
      throw new ConfigurationError(`The option ${option} must match ${pattern}.`);
    }
    values[option] = value;
  }
  const main = readAddress("baseUrl", options.baseUrl);
  const addresses = new Map<string, string>();
  for (const { address: { option = "" } = {} } of Object.values(wire)) {
    if (options[option] !== undefined) addresses.set(option, readAddress(option, options[option]));
  }
  return {
    options,
    values,
    credentials: readCredentials(options["auth"]),
    addressOf: ({ address: { option = "", otherwise = main, suffix = "" } = {} }) =>
      (addresses.get(option) ?? otherwise) + suffix,
  };
}

function readAddress(option: string, value: unknown): string {
  let url: URL | undefined;
  try {
    url = new URL(String(value));
  } catch {}
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || /[?#]/.test(String(value))) {
    throw new ConfigurationError(
      `The option ${option} must be an http or https address without credentials, query and fragment.`,
    );
  }
  return url.href.replace(/\/+$/, "");
}
