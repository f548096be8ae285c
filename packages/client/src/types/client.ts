import type {
  Client as FetchClient,
  ClientOptions as FetchClientOptions,
  Middleware,
} from "openapi-fetch";
import type { CallError, StatusError } from "../errors.ts";
import type { NamesOf, Narrowed, None } from "./include.ts";
import type { Paths, ResponseOf } from "./openapi.ts";

export type * from "./auth.ts";
export type * from "./openapi.ts";

/** The types of a contract. The generator writes one; all others here are made from it. */
export interface Contract {
  /** By operationId. */
  readonly operations: object;
  /** The operationId of each method of each path. */
  readonly paths: object;
  /** The statuses of success, and `2XX`. */
  readonly success: number | string;
  /** What the factory takes besides `auth`. */
  readonly options: CommonOptions;
  /** A credential for each security scheme, all optional. */
  readonly credentials: object;
  /** The credentials that are sent together, and the operations that they open. */
  readonly requirements: object;
  /** The headers that are options. */
  readonly settings: string;
  /** The headers that the client sends, as the contract writes them. */
  readonly headers: string;
}

/** The types of an operation. */
interface OperationTypes {
  /** As openapi-typescript generates it. */
  readonly operation: object;
  readonly arguments: object;
  readonly responses: object;
  /** The paths in the body to what each value of an argument adds, by the name of the argument. */
  readonly includes: object;
}

/** The name of an operation of the contract, and of its method. */
export type OperationId<C extends Contract> = keyof C["operations"];
type Of<C extends Contract, Id extends OperationId<C>> = C["operations"][Id] extends infer Found
  ? Found extends OperationTypes
    ? Found
    : never
  : never;

type Responses<C extends Contract, Id extends OperationId<C>> = Of<C, Id>["responses"];
type BodyOf<Response> = Response extends { content: infer Content }
  ? Content[keyof Content]
  : undefined;

/** The documented success of an operation: its 2xx, or its `default` if it documents none. */
type SuccessOf<C extends Contract, Id extends OperationId<C>> = [
  keyof Responses<C, Id> & C["success"],
] extends [never]
  ? keyof Responses<C, Id> & "default"
  : keyof Responses<C, Id> & C["success"];

/** The body of the success of an operation. */
export type Data<C extends Contract, Id extends OperationId<C>> = BodyOf<
  Responses<C, Id>[SuccessOf<C, Id>]
>;

/** The documented errors of an operation; their `status` determines the type of their `body`. */
export type StatusErrorOf<C extends Contract, Id extends OperationId<C>> = ErrorsOf<
  Responses<C, Id>,
  C["success"]
>;
type ErrorsOf<Documented, Success> = {
  [Code in Exclude<keyof Documented, Success>]: StatusError<
    StatusesOf<Code, keyof Documented>,
    BodyOf<Documented[Code]>,
    ResponseOf<Documented[Code]>
  >;
}[Exclude<keyof Documented, Success>];

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

/** The paths that the argument of an operation adds to its data, by the values of the argument. */
type IncludesOf<C extends Contract, Id extends OperationId<C>> = Of<C, Id>["includes"][keyof Of<
  C,
  Id
>["includes"]];

/** What an operation can be asked to include. */
export type Includable<C extends Contract, Id extends OperationId<C>> = keyof IncludesOf<C, Id>;

/** The data of an operation if exactly this is asked for. */
export type DataWith<
  C extends Contract,
  Id extends OperationId<C>,
  Asked extends Includable<C, Id>,
> = Narrowed<Data<C, Id>, IncludesOf<C, Id>, Asked>;

/** The data by what an array asks for. An optional array narrows nothing. */
type Included<C extends Contract, Id extends OperationId<C>, List> = [List] extends [undefined]
  ? DataWith<C, Id, never>
  : undefined extends List
    ? Data<C, Id>
    : List extends readonly unknown[]
      ? NamesOf<List> extends infer Asked extends Includable<C, Id>
        ? DataWith<C, Id, Asked>
        : Data<C, Id>
      : never;

/**
 * The arguments of an operation by name: those of the path, the query and the header, and its
 * `body`.
 */
export type Arguments<C extends Contract, Id extends OperationId<C>> = Of<C, Id>["arguments"];

/** The arguments of a method with includes. The second member infers an array, also one of `T?`. */
type IncludingArguments<C extends Contract, Id extends OperationId<C>, List> = Arguments<C, Id> &
  (
    | { readonly [Name in keyof Of<C, Id>["includes"]]?: undefined }
    | { readonly [Name in keyof Of<C, Id>["includes"]]: List }
  );

type Method<C extends Contract, Id extends OperationId<C>, IsSafe> = [
  keyof Of<C, Id>["includes"],
] extends [never]
  ? (...args: Parameters<C, Id, Arguments<C, Id>>) => Returned<C, Id, IsSafe, Data<C, Id>>
  : <const List extends readonly Includable<C, Id>[] | undefined = undefined>(
      ...args: Parameters<C, Id, IncludingArguments<C, Id, List>>
    ) => Returned<C, Id, IsSafe, Included<C, Id, List>>;

type Parameters<C extends Contract, Id extends OperationId<C>, Args> =
  None extends Arguments<C, Id>
    ? [args?: Args, options?: CallOptions<C>]
    : [args: Args, options?: CallOptions<C>];

type Returned<C extends Contract, Id extends OperationId<C>, IsSafe, Body> = Promise<
  IsSafe extends true
    ? Result<Body, StatusErrorOf<C, Id>, ResponseOf<Responses<C, Id>[SuccessOf<C, Id>]>>
    : Body
>;

/** What a method under `safe` returns. */
export type Result<Body, Errors = StatusError, Success = Response> =
  | { readonly data: Body; readonly error?: undefined; readonly response: Success }
  | {
      readonly data?: undefined;
      readonly error: Errors | CallError;
      readonly response: Response | undefined;
    };

/** The methods of operations. The credentials of a client may open only some. */
type Methods<C extends Contract, Ids extends OperationId<C>, Open, IsSafe> = Pick<
  { readonly [Id in keyof C["operations"]]: MethodIf<C, Id, Open, IsSafe> },
  Ids
>;
type MethodIf<C extends Contract, Id extends OperationId<C>, Open, IsSafe> = Id extends Open
  ? Method<C, Id, IsSafe>
  : Requires<RequirementOf<C["requirements"], Id>>;

/** In place of a method that does not accept the credentials of the client. */
export interface Requires<Credentials> {
  readonly requires: { readonly auth: Credentials };
}
type RequirementOf<Requirements, Id> = {
  [Name in keyof Requirements]: Requirements[Name] extends { opens: infer Opened }
    ? Id extends Opened
      ? Name
      : never
    : never;
}[keyof Requirements];

/**
 * A client of some operations: that of openapi-fetch, and a method for each. A method throws an
 * `ApiError` unless the response is as documented.
 */
export type Client<
  C extends Contract,
  Open = OperationId<C>,
  Ids extends OperationId<C> = OperationId<C>,
> = FetchClient<Paths<C, Ids>> &
  Methods<C, Ids, Open, false> & {
    /** The same methods; they return `{ data, error, response }` instead of throwing. */
    readonly safe: Methods<C, Ids, Open, true>;
  };

/** What can be set for a client, and for each call. */
export interface Limits {
  /**
   * The deadline of a call in milliseconds, with its retries and the reading of the body. Default
   * 30,000; 0: none.
   */
  readonly timeout?: number | undefined;
  /**
   * How often a call is repeated at most: for the factory, calls that only read (default 2); for a
   * call, that call.
   */
  readonly retry?: number | undefined;
  /** The largest body that is read, in bytes. Default 8 MiB. */
  readonly maxBytes?: number | undefined;
}

/** A body that is not JSON: a form, a file, a string. It is sent as `fetch` sends it. */
export type RawBody = NonNullable<RequestInit["body"]>;

/** The options of a call. */
export interface CallOptions<C extends Contract>
  extends Limits,
    Omit<RequestInit, "body" | "headers" | "method" | "redirect" | "signal"> {
  /** Aborts the call. */
  readonly signal?: AbortSignal | null | undefined;
  /** More headers, such as `Idempotency-Key`, but none that the client sends. */
  readonly headers?: CallHeaders<C["headers"]> | undefined;
  /** Another base URL. Credentials go to the base URLs of the client alone. */
  readonly baseUrl?: string;
  /** More middleware of openapi-fetch. */
  readonly middleware?: Middleware[];
}

type CallHeaders<Sent extends string> =
  | Headers
  | (Readonly<Record<string, string>> & { readonly [Name in Sent | Lowercase<Sent>]?: never });

/**
 * The options of the factory, besides `auth` and those that the contract adds: those of
 * openapi-fetch, and the limits of calls.
 */
export interface CommonOptions
  extends Limits,
    Omit<FetchClientOptions, "baseUrl" | "body" | "fetch" | "method" | "redirect" | "Request"> {
  /**
   * The base URL of the service: http or https, without credentials, query and fragment. It may
   * have a path. In a page, it may be a path only, such as `/api`. Default: that of the contract.
   */
  readonly baseUrl?: string;
  /** The fetch to use. Default: `globalThis.fetch`, looked up at each call. */
  readonly fetch?: ((input: Request, init: RequestInit) => Promise<Response>) | undefined;
}
