import type { Middleware } from "openapi-fetch";
import type { CallError } from "./errors.ts";

/**
 * A credential: printable ASCII, or a function that is called for each request and returns it, so that it can be
 * refreshed.
 */
export type Secret = string | (() => string | Promise<string>);

/** A user name and a password (RFC 7617). */
export interface BasicCredentials {
  readonly username: string;
  readonly password: string;
}

/** What is told of a request that was answered or has failed. It holds no credential and no body. */
export interface LogEntry {
  readonly operationId: string;
  readonly method: string;
  /** The path template, not the filled path. */
  readonly path: string;
  /** From 1. */
  readonly attempt: number;
  /** From the request, or from asking for its credentials, to the end of the body. */
  readonly milliseconds: number;
  /** The status of the answer. `undefined`: there was none. */
  readonly status: number | undefined;
  /** Why there was no answer. */
  readonly error: CallError | undefined;
}

/** How often, and after how long, a request is repeated. What a call leaves out is as the factory has it. */
export interface RetryOptions {
  /** How many times at most. Default 2; 0: never. */
  readonly limit?: number | undefined;
  /** The longest first wait, in milliseconds; it doubles each time. Default 300. */
  readonly delay?: number | undefined;
  /** The longest wait, in milliseconds, also of what `Retry-After` asks for. Default 10,000. */
  readonly maxDelay?: number | undefined;
}

/** What can be set for a client, and for each call. */
export interface CallOptions {
  /** Aborts the call. */
  readonly signal?: AbortSignal | undefined;
  /** The deadline of the call in milliseconds, with its retries and the reading of the body. Default 30,000; 0: none. */
  readonly timeout?: number | undefined;
  /**
   * On a call: how often it is repeated, whatever its method. On the factory: how often calls that only read (GET,
   * HEAD) are; others are repeated only where the call asks for it.
   */
  readonly retry?: number | RetryOptions | undefined;
  /** The largest body that is read, in bytes. Default 8 MiB. */
  readonly maxBytes?: number | undefined;
}

/** What the factory takes for every contract. */
export interface CommonOptions extends Omit<CallOptions, "signal"> {
  /** The address of the service: http or https, without credentials, query and fragment. It may have a path. */
  readonly baseUrl: string;
  /** The fetch to use. Default: `globalThis.fetch`, looked up at each call. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** The hooks of openapi-fetch. They see requests without credentials. */
  readonly middleware?: readonly Middleware[] | undefined;
  /** Is told of each request. */
  readonly logger?: ((entry: LogEntry) => void) | undefined;
}

/** What a method returns that does not throw. */
export type Result<Data, StatusErrors> =
  | { readonly data: Data; readonly error?: never; readonly response: Response }
  | {
      readonly data?: never;
      readonly error: StatusErrors | CallError;
      readonly response: Response | undefined;
    };

/**
 * The texts of a list of literals.
 *
 * @public Named by the types of contracts in which numbers or truth values ask for more.
 */
export type TextsOf<List extends readonly (string | number | boolean)[]> = {
  readonly [Index in keyof List]: `${List[Index]}`;
};

/** The names in a list of literals; `unknown` if there is an element that is not a single literal. */
export type NamesOf<List extends readonly unknown[]> = List extends readonly []
  ? never
  : List extends readonly [infer First, ...infer Rest]
    ? IsUnion<First> extends true
      ? unknown
      : First | NamesOf<Rest>
    : unknown;

/**
 * The names in a list of literals; `undefined` if there is an element that is not a single literal.
 *
 * @public Named by the types of contracts whose operations have several parameters that ask for more.
 */
export type KnownOf<List extends readonly unknown[], Names> =
  NamesOf<List> extends infer Known extends Names ? Known : undefined;

/** Whether a type is other than a single literal: `any`, or a union. */
type IsUnion<Type, Each = Type> = unknown extends Type
  ? true
  : Each extends unknown
    ? [Type] extends [Each]
      ? false
      : true
    : never;

/** What there is if one of the names was asked for, or else instead. */
export type Present<Asked, Names, Then, Else = unknown> = [Asked & Names] extends [never] ? Else : Then;

/** A body with the members at some paths, and without those at others. */
export type With<Body, Present, Absent> = Body extends readonly unknown[]
  ? Body
  : Body extends object
    ? {
        [Key in keyof Body as Key extends Head<Present> | Leaf<Absent>
          ? never
          : Key]: Key extends Head<Absent> ? With<Body[Key], never, Tail<Absent, Key>> : Body[Key];
      } & {
        [Key in Head<Present> & keyof Body]-?: Key extends Leaf<Present>
          ? With<Exclude<Body[Key], undefined>, Tail<Present, Key>, Tail<Absent, Key>>
          : With<NonNullable<Body[Key]>, Tail<Present, Key>, Tail<Absent, Key>>;
      }
    : Body;

type Head<Path> = Path extends readonly [infer First, ...unknown[]] ? First : never;
type Leaf<Path> = Path extends readonly [infer Only] ? Only : never;
type Tail<Path, Key> = Path extends readonly [Key, infer Second, ...infer Rest] ? [Second, ...Rest] : never;

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

/**
 * Every status whose first digit is this one.
 *
 * @public Named by the types of contracts that document ranges.
 */
export type StatusIn<First extends number> = Parsed<`${First}${Digit}${Digit}`>;

type Parsed<Text> = Text extends `${infer Value extends number}` ? Value : never;

/** The paths of a contract without some header parameters. */
export type WithoutHeaders<Paths, Names extends string> = {
  [Path in keyof Paths]: {
    [Method in keyof Paths[Path]]: Paths[Path][Method] extends { parameters: { header: infer Headers } }
      ? Omit<Paths[Path][Method], "parameters"> & {
          parameters: Omit<Paths[Path][Method]["parameters"], "header"> & HeaderOf<Omit<Headers, Names>>;
        }
      : Paths[Path][Method];
  };
};

/** Headers that may be left out where none of them is required. */
type HeaderOf<Headers> = Partial<Headers> extends Headers ? { header?: Headers } : { header: Headers };
