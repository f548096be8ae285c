import type { ApiError, CallError, OperationName, StatusError } from "./errors.ts";
import type {
  Askings,
  addresses,
  Narrowed,
  Parts,
  Success,
  settings,
  operations as table,
  Ways,
} from "./generated/contract.ts";
import type { components, operations } from "./generated/openapi.ts";

/** The name of an operation of the contract, and of its method. */
export type OperationId = keyof typeof table;

/** The schemas of the contract by name. */
export type Schemas = components["schemas"];

type Responses<Id extends OperationId> = operations[Id]["responses"];
type BodyOf<Response> = Response extends { content: infer Content }
  ? Content[keyof Content]
  : undefined;

type SuccessOf<Id extends OperationId> = keyof Responses<Id> & Success;

/** What an operation answers: with its 2xx, or with its `default` if it has none. */
export type Data<Id extends OperationId> = BodyOf<
  Responses<Id>[[SuccessOf<Id>] extends [never] ? keyof Responses<Id> & "default" : SuccessOf<Id>]
>;

/** The documented errors of an operation; their `status` tells the type of their `body`. */
export type StatusErrorOf<Id extends OperationId> = {
  [Status in Exclude<keyof Responses<Id>, Success>]: StatusError<
    Status extends number ? Status : number,
    BodyOf<Responses<Id>[Status]>
  >;
}[Exclude<keyof Responses<Id>, Success>];

/**
 * The arguments of an operation by name: those of the path, the query and the header, and its
 * `body`.
 */
export type Arguments<Id extends OperationId> = Id extends AskingId
  ? Parts[Id] & { readonly [Name in keyof Askings[Id]]?: readonly Includable<Id>[] | undefined }
  : Parts[Id];

// `include`: what is asked for is there, what is not is not (`x-includes` in the contract).
type AskingId = keyof Askings;

/** What an operation can be asked to include. */
export type Includable<Id extends AskingId> = Askings[Id][keyof Askings[Id]];

/** What an operation answers if exactly this is asked for. */
export type DataWith<Id extends AskingId, Asked extends Includable<Id>> = Narrowed<Asked>[Id];

/** One type if any of these names is asked for, another one otherwise. */
export type If<Asked, Names, Then, Otherwise = unknown> = [Extract<Asked, Names>] extends [never]
  ? Otherwise
  : Then;

/**
 * The names in a list of literals; `unknown` if the list, or one of its elements, is only known at
 * run time.
 */
type NamesOf<List extends readonly unknown[]> = number extends List["length"]
  ? unknown
  : true extends { [Index in keyof List]: IsUnion<List[Index]> }[number]
    ? unknown
    : List[number];
type IsUnion<Type, Each = Type> = unknown extends Type
  ? true
  : Each extends unknown
    ? [Type] extends [Each]
      ? false
      : true
    : never;

type Included<Id extends AskingId, List extends readonly unknown[]> = List extends unknown
  ? NamesOf<List> extends infer Asked extends Includable<Id>
    ? DataWith<Id, Asked>
    : Data<Id>
  : never;

/**
 * A method that asks for more. What a list that is known when it is compiled asks for narrows the
 * answer.
 */
interface Ask<Id extends AskingId, IsSafe> {
  <const List extends readonly Includable<Id>[]>(
    args: Parts[Id] & { readonly [Name in keyof Askings[Id]]-?: List },
    options?: CallOptions,
  ): Answer<Id, IsSafe, Included<Id, List>>;
  (
    args: Parts[Id] & { readonly [Name in keyof Askings[Id]]?: undefined },
    options?: CallOptions,
  ): Answer<Id, IsSafe, DataWith<Id, never>>;
  (args: Arguments<Id>, options?: CallOptions): Answer<Id, IsSafe, Data<Id>>;
}
type Method<Id extends OperationId, IsSafe> = Id extends AskingId
  ? Ask<Id, IsSafe> &
      (None extends Parts[Id] ? () => Answer<Id, IsSafe, DataWith<Id, never>> : unknown)
  : None extends Parts[Id]
    ? (args?: Parts[Id], options?: CallOptions) => Answer<Id, IsSafe, Data<Id>>
    : (args: Parts[Id], options?: CallOptions) => Answer<Id, IsSafe, Data<Id>>;
type None = Record<never, never>;
type Answer<Id extends OperationId, IsSafe, Body> = Promise<
  IsSafe extends true ? Result<Body, StatusErrorOf<Id>> : Body
>;

/** What a method under `safe` returns. */
export type Result<Body, Errors = StatusError> =
  | { readonly data: Body; readonly error?: never; readonly response: Response }
  | {
      readonly data?: never;
      readonly error: Errors | CallError;
      readonly response: Response | undefined;
    };

type Methods<IsSafe> = { readonly [Id in keyof typeof table]: Method<Id, IsSafe> };

/**
 * The methods that a way of authenticating opens. They throw an `ApiError` unless the answer is as
 * documented.
 */
export type Client<Ids extends OperationId = OperationId> = Pick<Methods<false>, Ids> & {
  /** The same methods; they return `{ data, error, response }` instead of throwing. */
  readonly safe: Pick<Methods<true>, Ids>;
};

/**
 * A credential: printable ASCII, or a function that is called for each request, so that it can be
 * refreshed.
 */
export type Secret = string | (() => string | Promise<string>);

/** The ways of authenticating, exactly one of which a client has. */
export type Auth = Ways[keyof Ways][0];

/**
 * What the factory takes to authenticate. It can be left out if there are operations that need no
 * credential.
 */
export type Authentication<Given> = None extends Auth
  ? { readonly auth?: Given | undefined }
  : { readonly auth: Given };

/**
 * The operations that a way of authenticating opens; if it is one of several, those that each of
 * them opens.
 */
export type OpenedBy<Given> = Exclude<OperationId, Given extends unknown ? ClosedTo<Given> : never>;
type ClosedTo<Given> = Exclude<
  OperationId,
  { [Way in keyof Ways]: Given extends Ways[Way][0] ? Ways[Way][1] : never }[keyof Ways]
>;

/** What can be set for a client, and for each call. */
export interface Limits {
  /**
   * The deadline of a call in milliseconds, with its retries and the reading of the body. Default
   * 30,000; 0: none.
   */
  readonly timeout?: number | undefined;
  /**
   * How often a call is repeated at most: on the factory those that only read (default 2), on a
   * call that call.
   */
  readonly retry?: number | undefined;
  /** The largest body that is read, in bytes. Default 8 MiB. */
  readonly maxBytes?: number | undefined;
}

/** What a call takes besides its arguments. */
export interface CallOptions extends Limits {
  /** Aborts the call. */
  readonly signal?: AbortSignal | null | undefined;
  /** More headers, such as `Idempotency-Key`. Those that the client sends by itself win. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * What is told of a request that was answered or has failed. It holds no credential, no argument
 * and no body.
 */
export interface LogEntry extends OperationName {
  /** From 1. */
  readonly attempt: number;
  readonly milliseconds: number;
  readonly status: number | undefined;
  readonly error: ApiError | undefined;
}

/** What the factory takes, besides `auth`. */
export type ClientOptions = Limits & {
  /**
   * The address of the service: http or https, without credentials, query and fragment. It may have
   * a path.
   */
  readonly baseUrl: string;
  /** The fetch to use. Default: `globalThis.fetch`, looked up at each call. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Is told of each request. What it throws breaks no call. */
  readonly logger?: ((entry: LogEntry) => void) | undefined;
} & { readonly [Option in keyof typeof settings]: string } & {
  readonly [Option in keyof typeof addresses]?: string | undefined;
};
