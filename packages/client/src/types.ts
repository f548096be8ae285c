import type { ApiError, CallError, OperationName, StatusError } from "./errors.ts";
import type {
  Includes,
  Parts,
  Requirements,
  Success,
  settings,
  urlOptions,
} from "./generated/contract.ts";
import type { Narrowed } from "./generated/included.ts";
import type { components, operations } from "./generated/openapi.ts";

/** The name of an operation of the contract, and of its method. */
export type OperationId = keyof Parts;

/** The schemas of the contract by name. */
export type Schemas = components["schemas"];

type Responses<Id extends OperationId> = operations[Id]["responses"];
type BodyOf<Response> = Response extends { content: infer Content }
  ? Content[keyof Content]
  : undefined;

/** The documented success of an operation: its 2xx, or its `default` if it documents none. */
type SuccessOf<Id extends OperationId> = [keyof Responses<Id> & Success] extends [never]
  ? keyof Responses<Id> & "default"
  : keyof Responses<Id> & Success;

/** The body of the success of an operation. */
export type Data<Id extends OperationId> = BodyOf<Responses<Id>[SuccessOf<Id>]>;

/** The documented errors of an operation; their `status` determines the type of their `body`. */
export type StatusErrorOf<Id extends OperationId> = {
  [Code in Exclude<keyof Responses<Id>, Success>]: StatusError<
    StatusesOf<Code, keyof Responses<Id>>,
    BodyOf<Responses<Id>[Code]>
  >;
}[Exclude<keyof Responses<Id>, Success>];

/** The statuses that a code of the contract stands for, beside the others of its operation. */
type StatusesOf<Code, All> = Code extends "4XX" | "5XX"
  ? Exclude<StatusesFrom<Code extends "4XX" ? "4" : "5">, All>
  : Code extends "default"
    ? Exclude<
        StatusesFrom<("4XX" extends All ? never : "4") | ("5XX" extends All ? never : "5")>,
        All
      >
    : Code;
type StatusesFrom<First extends string> = NumberOf<`${First}${Digit}${Digit}`>;
type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
type NumberOf<Text> = Text extends `${infer Status extends number}` ? Status : never;

/**
 * The arguments of an operation by name: those of the path, the query and the header, and its
 * `body`.
 */
export type Arguments<Id extends OperationId> = Id extends IncludingId
  ? Parts[Id] & { readonly [Name in keyof Includes[Id]]?: readonly Includable<Id>[] | undefined }
  : Parts[Id];

// `include`: a response has what is asked for and no more (`x-includes` in the contract).
type IncludingId = keyof Includes;

/** What an operation can be asked to include. */
export type Includable<Id extends IncludingId> = Includes[Id][keyof Includes[Id]];

/** The data of an operation if exactly this is asked for. */
export type DataWith<Id extends IncludingId, Asked extends Includable<Id>> = Narrowed<Asked>[Id];

/** One type if any of these names is asked for, another one otherwise. */
export type If<Asked, Names, Then, Otherwise = unknown> = [Asked & Names] extends [never]
  ? Otherwise
  : Then;

/**
 * The names in a list of literals; `unknown` if the list, or one of its elements, is only known at
 * run time.
 */
type NamesOf<List extends readonly unknown[]> = number extends List["length"]
  ? unknown
  : { [Index in keyof List]: Literal<List[Index]> }[number];
type Literal<Type, Each = Type> = unknown extends Type
  ? unknown
  : Each extends unknown
    ? [Type] extends [Each]
      ? Type
      : unknown
    : never;

/** The data by what a list asks for. An optional list narrows nothing. */
type Included<Id extends IncludingId, List> = [List] extends [undefined]
  ? DataWith<Id, never>
  : undefined extends List
    ? Data<Id>
    : List extends readonly unknown[]
      ? NamesOf<List> extends infer Asked extends Includable<Id>
        ? DataWith<Id, Asked>
        : Data<Id>
      : never;

/** A list of what to include, or none. */
type ListOf<Id extends IncludingId> = readonly Includable<Id>[] | undefined;

/** The arguments of a method with `include`. The second member infers a list, also one of `T?`. */
type IncludingArguments<Id extends IncludingId, List> = Parts[Id] &
  (
    | { readonly [Name in keyof Includes[Id]]?: undefined }
    | { readonly [Name in keyof Includes[Id]]: List }
  );

type Method<Id extends OperationId, Style> = Id extends IncludingId
  ? None extends Parts[Id]
    ? <const List extends ListOf<Id> = undefined>(
        args?: IncludingArguments<Id, List>,
        options?: CallOptions,
      ) => Returned<Id, Style, Included<Id, List>>
    : <const List extends ListOf<Id> = undefined>(
        args: IncludingArguments<Id, List>,
        options?: CallOptions,
      ) => Returned<Id, Style, Included<Id, List>>
  : None extends Parts[Id]
    ? (args?: Parts[Id], options?: CallOptions) => Returned<Id, Style, Data<Id>>
    : (args: Parts[Id], options?: CallOptions) => Returned<Id, Style, Data<Id>>;
type None = Record<never, never>;

type Returned<Id extends OperationId, Style, Body> = Promise<
  Style extends "safe"
    ? Result<Body, StatusErrorOf<Id>, ResponseOf<Id>>
    : Style extends "withResponse"
      ? { readonly data: Body; readonly response: ResponseOf<Id> }
      : Body
>;

/** The response of a success, whose documented headers are typed. */
type ResponseOf<Id extends OperationId> = Responses<Id>[SuccessOf<Id>] extends {
  headers: infer Documented;
}
  ? TypedResponse<{
      [Name in keyof Documented as string extends Name ? never : Name]: TextOf<Documented[Name]>;
    }>
  : Response;
type TypedResponse<Documented> = keyof Documented extends never
  ? Response
  : {
      readonly headers: {
        get<Name extends keyof Documented>(name: Name): Documented[Name] | null;
      };
    } & Response;
type TextOf<Value> = Value extends string
  ? Value
  : Value extends number | boolean
    ? `${Value}`
    : Value extends undefined
      ? never
      : string;

/** What a method under `safe` returns. */
export type Result<Body, Errors = StatusError, Reply = Response> =
  | { readonly data: Body; readonly error?: never; readonly response: Reply }
  | {
      readonly data?: never;
      readonly error: Errors | CallError;
      readonly response: Response | undefined;
    };

/** The methods of operations of the table. The credentials of a client may open only some. */
type Methods<Table, Ids extends keyof Table, Open, Style> = {
  readonly [Id in Ids]: Id extends Open
    ? Method<Id & OperationId, Style>
    : Requires<RequirementOf<Id>>;
};

/** In place of a method that does not accept the credentials of the client. */
export interface Requires<Credentials> {
  readonly requires: { readonly auth: Credentials };
}
type RequirementOf<Id> = {
  [Requirement in keyof Requirements]: Id extends Requirements[Requirement][1]
    ? Requirement
    : never;
}[keyof Requirements];

/**
 * A client of some operations. A method throws an `ApiError` unless the response is as documented.
 */
export type Client<Open = OperationId, Ids extends OperationId = OperationId> = Methods<
  Parts,
  Ids,
  Open,
  "plain"
> & {
  /** The same methods; they return `{ data, error, response }` instead of throwing. */
  readonly safe: Methods<Parts, Ids, Open, "safe">;
  /** The same methods; they return `{ data, response }`. */
  readonly withResponse: Methods<Parts, Ids, Open, "withResponse">;
};

/**
 * A credential: printable ASCII, or a function that is called for each request. After a 401 it is
 * called once more with `refused`, so that it can be renewed.
 */
export type Secret<Value = string> =
  | Value
  | ((about: { readonly refused: boolean }) => Value | Promise<Value>);

/** The credentials of HTTP Basic authentication. */
export interface Login {
  readonly username: string;
  readonly password: string;
}

/** The credentials that a client can have: exactly one of these. */
export type Auth = Requirements[keyof Requirements][0];

/**
 * What the factory takes to authenticate. It can be omitted if some operations need no credential.
 */
export type Authentication<Given> = None extends Auth
  ? { readonly auth?: Given | undefined }
  : { readonly auth: Given };

/**
 * The operations that credentials open; if they are one of several, those that each of them opens.
 */
export type OpenedBy<Given> = (
  Given extends unknown
    ? (opened: OpenedByOne<Given>) => void
    : never
) extends (opened: infer Opened) => void
  ? Opened
  : never;
type OpenedByOne<Given> = {
  [Requirement in keyof Requirements]: Given extends Requirements[Requirement][0]
    ? Requirements[Requirement][1]
    : never;
}[keyof Requirements];

/** What can be set for a client, and for each call. */
export interface Limits {
  /**
   * The deadline of a call in milliseconds, with its retries and the reading of the body. Default
   * 30,000; 0: none.
   */
  readonly timeout?: number | undefined;
  /** The deadline of each attempt in milliseconds. Default 0: none but that of the call. */
  readonly attemptTimeout?: number | undefined;
  /**
   * How often a call is repeated at most: for the factory, calls that only read (default 2); for a
   * call, that call.
   */
  readonly retry?: number | undefined;
  /** The largest body that is read, in bytes. Default 8 MiB. */
  readonly maxBytes?: number | undefined;
}

/** The options of `fetch`, except those that the client decides. */
export type FetchOptions = Omit<RequestInit, "body" | "headers" | "method" | "redirect" | "signal">;

/** The options of a call. */
export interface CallOptions extends Limits {
  /** Aborts the call. */
  readonly signal?: AbortSignal | null | undefined;
  /** More headers, such as `Idempotency-Key`. The client's own win. */
  readonly headers?: RequestInit["headers"] | undefined;
  /** More for `fetch`, such as `cache` and `credentials`. */
  readonly fetchOptions?: FetchOptions | undefined;
}

/**
 * A request that has ended, for a log. It holds no credentials, arguments or bodies.
 */
export interface LogEntry extends OperationName {
  /** From 1. */
  readonly attempt: number;
  readonly milliseconds: number;
  readonly status: number | undefined;
  readonly error: ApiError | undefined;
}

type Settings = { readonly [Option in keyof typeof settings]: string };
type UrlOptions = { readonly [Option in keyof typeof urlOptions]?: string | undefined };

/** The options of the factory, besides `auth`. */
export interface ClientOptions extends Limits, Settings, UrlOptions {
  /**
   * The base URL of the service: http or https, without credentials, query and fragment. It may
   * have a path.
   */
  readonly baseUrl: string;
  /** The fetch to use. Default: `globalThis.fetch`, looked up at each call. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** More for `fetch` in each call; the options of a call win, one by one. */
  readonly fetchOptions?: FetchOptions | undefined;
  /** Called for each request. A call ignores what it throws. */
  readonly logger?: ((entry: LogEntry) => void) | undefined;
}
