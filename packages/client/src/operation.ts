import type { OperationName } from "./errors.ts";
import type { ClientOptions, Limits } from "./types.ts";

/** A header of most requests: its name, the pattern of its values, and what to say of others. */
export type Setting = readonly [header: string, pattern: string, problem: string];

/** How an operation is sent. The generator makes one for each operation of the contract. */
export interface Row<Id extends string = string> extends OperationName {
  readonly operationId: Id;
  /** The option that holds its base URL. */
  readonly urlOption: string;
  /** A path between the base URL and that of the operation. */
  readonly prefix?: string;
  /** The security requirements, each a list of schemes that are sent together; [] is anonymous. */
  readonly auth: readonly (readonly string[])[];
  /** The names of the settings that it sends. */
  readonly settings: readonly string[];
  /** The media types of its responses, as an `Accept` header. */
  readonly accept: string;
  /** Its arguments, except those of the path that are strings. */
  readonly takes: Readonly<Record<string, Take>>;
  /** What its bodies hold, by status or range (`4XX`). Null: there is no body. */
  readonly bodies: Readonly<Record<string, Certain | null>>;
}

/** Where an argument is sent. */
export interface Take {
  readonly in: "path" | "query" | "header" | "body";
  /** Its name there; for the body, its media type. */
  readonly name: string;
  /** The separator of the items of a list. Absent: it is not a list. */
  readonly list?: "," | "&";
  readonly required?: true;
  /** What each of its values adds to the body of the response. */
  readonly adds?: Readonly<Record<string, Certain>>;
}

/**
 * What is certain of a value: not null (`true`), a list (`[]`), or an object with these members.
 * False: nothing.
 */
export type Certain = boolean | readonly [] | { readonly [name: string]: Certain };

/** An operation with the options of a client applied. */
export interface Operation extends Row {
  /** Its path: fixed parts and names of arguments alternate. */
  readonly parts: readonly string[];
  /** The URL before the path. */
  readonly baseUrl: string;
  readonly options: ClientOptions;
  readonly limits: Checked;
  /** The headers of every request, with the credentials that are strings. */
  readonly headers: Headers;
  readonly secrets: readonly string[];
  /** The credentials that are functions. Absent: the client's are not accepted by the operation. */
  readonly functions: readonly CredentialFunction[] | undefined;
}

/** A credential that is a function. */
export type CredentialFunction = readonly [
  Credential,
  (about: { readonly refused: boolean }) => unknown,
];

/** A security scheme, and how its credential is sent. */
export type Credential = readonly [name: string, scheme: Scheme];

/** How a credential is sent. */
export interface Scheme {
  /** In lower case. */
  readonly header: string;
  readonly prefix: string;
  /** For a credential that is not a string. */
  readonly encoding?: Encoding;
}

/** How a credential that is not a string is written. */
export interface Encoding {
  /** What is sent, and what else must not be shown. Empty: it is not such a credential. */
  encode(secret: unknown): readonly string[];
  /** The message for a wrong one. */
  readonly problem: string;
}

/** Headers by name in lower case. */
export type Headers = Record<string, string>;

/** The limits of a call, all of them set. */
export type Checked = Readonly<Record<keyof Limits, number>>;
