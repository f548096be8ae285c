import { refuse } from "./errors.ts";
import type { SecretFunction } from "./types/auth.ts";
import type { CommonOptions } from "./types/client.ts";
import type { ContractData, FieldData, Operation } from "./types/operation.ts";

/** The checked options of a client. */
export interface Configuration {
  readonly options: CommonOptions;
  /** The base URLs by their options. Requests below them get credentials. */
  readonly urls: Readonly<Record<string, string>>;
  /** The options that its requests carry. */
  readonly fields: readonly Field[];
}

export interface Field extends FieldData {
  readonly option: string;
  /** Its value. `undefined`: it is a function. */
  readonly value: string | undefined;
  /** Gives its value, or another one if that was refused: one renewal for all that have it. */
  ask(refused?: string): Promise<string>;
}

/** Values by name. */
export type Values = Readonly<Record<string, unknown>>;

/** A copy that inherits nothing: what stands on `Object.prototype` was given by nobody. */
export function own(given?: unknown): Record<string, unknown> {
  return Object.assign(Object.create(null), given);
}

/** Checks the options of a client. Throws an `ApiError` if one cannot work. */
export function configure(options: unknown, contract: ContractData): Configuration {
  const given = own(options);
  for (const [name, value] of Object.entries(Object(given["auth"]))) given[`auth.${name}`] = value;
  const fields = Object.entries(contract.fields)
    .filter(([option]) => option in given || !/^auth\./.test(option))
    .map(([option, how]) => fieldOf(option, how, given[option]));
  const urls = own() as Record<string, string>;
  for (const [option, otherwise] of Object.entries(contract.urls))
    urls[option] = baseUrlOf(
      option,
      option in given ? given[option] : otherwise || urls["baseUrl"],
    );
  return { options: given as never, urls, fields };
}

function fieldOf(option: string, how: FieldData, given: unknown): Field {
  const checked = (value: unknown): string => {
    const present = defined(option, value);
    const text = `${how.encode?.(present) ?? present}`;
    return /^[!-~]([ -~]*[!-~])?$/.test(text) ? text : refuse(option, "must be printable ASCII");
  };
  const value = typeof given === "function" ? undefined : checked(given);
  const ask = async (refused: boolean): Promise<string> =>
    value ?? checked(await (given as SecretFunction<unknown>)({ refused }));
  const renewals = own() as Record<string, Promise<string>>;
  /** The function may have another value by now: only else it is asked to renew it. */
  const renew = async (refused: string): Promise<string> => {
    const current = await ask(false);
    return current === refused ? ask(true) : current;
  };
  return {
    ...how,
    option,
    value,
    ask: (refused) => {
      if (!refused) return ask(false);
      renewals[refused] ??= renew(refused).finally(() => delete renewals[refused]);
      return renewals[refused];
    },
  };
}

/** Refuses an option that is undefined. */
function defined(option: string, value: unknown): unknown {
  return value ?? refuse(option, "is undefined: is the environment variable set?");
}

/** The base URL of an operation. */
export function urlOf(
  { server = "baseUrl", suffix = "" }: Partial<Operation>,
  urls: Configuration["urls"],
): string {
  return urls[server] + suffix;
}

/** A base URL without a trailing slash. In a page, a path is one on its origin. */
function baseUrlOf(option: string, value: unknown): string {
  const { location }: { location?: { readonly href: string } } = globalThis as object;
  const text = `${defined(option, value)}`;
  try {
    const { href, origin, pathname } = new URL(text, location?.href);
    if (href === origin + pathname) return href.replace(/\/+$/, "");
  } catch {}
  return refuse(option, "must be a URL without credentials, query and fragment");
}
