import type { OperationName } from "./errors.ts";
import type { ClientOptions, Limits } from "./types.ts";

/** How an operation travels. The generator makes one for each operation of the contract. */
export interface Row<Id extends string = string> extends OperationName {
  readonly operationId: Id;
  /** The option that holds its base URL. */
  readonly urlOption: string;
  /** A path between the base URL and that of the operation. */
  readonly prefix?: string;
  /** The security requirements: each the schemes that are sent together; none for anonymous. */
  readonly auth: readonly (readonly string[])[];
  /** The settings that it carries. */
  readonly settings: readonly string[];
  /** The media types of its responses, as the header `Accept` has them. */
  readonly accept: string;
  /** Its arguments, except those of the path that are strings. */
  readonly takes: Readonly<Record<string, Take>>;
  /** What its bodies hold, by status or range (`4XX`). Null: there is no body. */
  readonly bodies: Readonly<Record<string, Certain | null>>;
}

/** Where an argument travels. */
export interface Take {
  readonly in: "path" | "query" | "header" | "body";
  /** Its name there; of the body its media type. */
  readonly name: string;
  /** The separator of the items of a list. Absent: it is no list. */
  readonly list?: "," | "&";
  readonly required?: true;
  /** What each of its values adds to the body of the response. */
  readonly adds?: Readonly<Record<string, Certain>>;
}

/**
 * What a value is for certain: not null (`true`), a list (`[]`), or an object with these members.
 * False: nothing is certain.
 */
export type Certain = boolean | readonly [] | { readonly [name: string]: Certain };

/** An operation, and what the options of a client make of it. */
export interface Operation extends Row {
  /** Its path: what stands in it, and the names of its arguments, in turn. */
  readonly parts: readonly string[];
  /** The URL before the path. */
  readonly baseUrl: string;
  readonly options: ClientOptions;
  readonly limits: Checked;
  /** What every request carries, with the credentials that are known. */
  readonly headers: Headers;
  readonly secrets: readonly string[];
  /** The credentials that functions give. Absent: those of the client do not open the operation. */
  readonly functions: readonly CredentialFunction[] | undefined;
}

/** A credential that a function gives. */
export type CredentialFunction = readonly [
  Credential,
  (about: { readonly refused: boolean }) => unknown,
];

/** A scheme, and how its credential travels. */
export type Credential = readonly [name: string, scheme: Scheme];

/** How a credential travels. */
export interface Scheme {
  /** In lower case. */
  readonly header: string;
  readonly prefix: string;
  /** Of a credential that is no string. */
  readonly encoding?: Encoding;
}

/** How a credential is written that is no string. */
export interface Encoding {
  /** What is sent, and more that must not be shown. Empty: it is no such credential. */
  encode(secret: unknown): readonly string[];
  /** What to say of one that is none. */
  readonly problem: string;
}

/** Headers by name in lower case. */
export type Headers = Record<string, string>;

/** Limits, none of which is open. */
export type Checked = Readonly<Record<keyof Limits, number>>;
