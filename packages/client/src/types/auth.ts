import type { None } from "./include.ts";

/** What a contract says of credentials. */
interface Secured {
  readonly credentials: object;
  readonly requirements: object;
}

/**
 * A credential: printable ASCII, or a function that is called for each request. After a 401 it is
 * called once more with `refused`, so that it can be renewed.
 */
export type Secret<Value = string> = Value | SecretFunction<Value>;
export type SecretFunction<Value> = (about: {
  readonly refused: boolean;
}) => Value | Promise<Value>;

/** The credentials of HTTP Basic authentication. */
export interface Login {
  readonly username: string;
  readonly password: string;
}

/** The credentials that a client can have: exactly one of these. */
export type Auth<C extends Secured> = {
  [Name in keyof C["requirements"]]: AuthOf<C, SchemesOf<C["requirements"][Name]>>;
}[keyof C["requirements"]];
type AuthOf<C extends Secured, Schemes> = {
  readonly [Name in keyof C["credentials"] as Name & Schemes]-?: Exclude<
    C["credentials"][Name],
    undefined
  >;
} & { readonly [Name in Exclude<keyof C["credentials"], Schemes>]?: undefined };
type SchemesOf<Requirement> = Requirement extends { schemes: infer Schemes } ? Schemes : never;

/** The schemes of the credentials that are given. */
type GivenSchemes<Given> = {
  [Name in keyof Given]-?: [Given[Name]] extends [undefined] ? never : Name;
}[keyof Given];

/** The security requirements of just these schemes. */
type Matching<Requirements, Schemes> = {
  [Name in keyof Requirements]: [Schemes, SchemesOf<Requirements[Name]>] extends [
    SchemesOf<Requirements[Name]>,
    Schemes,
  ]
    ? Name
    : never;
}[keyof Requirements];

/**
 * What the factory takes to authenticate. It can be omitted if some operations need no credential.
 * Credentials are compared with the requirement of their schemes, so that the compiler names the
 * one that is wrong.
 */
export type Authentication<C extends Secured, Given> =
  None extends Auth<C>
    ? {
        /** The credentials of one security requirement, or none. */
        readonly auth?: Given & Fitting<C, Given>;
      }
    : {
        /** The credentials of one security requirement. */
        readonly auth: Given & Fitting<C, Given>;
      };
type Fitting<C extends Secured, Given> = Given extends unknown
  ? [GivenSchemes<Given>] extends [never]
    ? None extends Auth<C>
      ? C["credentials"]
      : Auth<C>
    : [Matching<C["requirements"], GivenSchemes<Given>>] extends [never]
      ? Auth<C>
      : AuthOf<C, GivenSchemes<Given>>
  : never;

/**
 * The operations that credentials open; if they are one of several, those that each of them opens.
 */
export type OpenedBy<C extends Secured, Given> = (
  Given extends unknown
    ? (opened: OpenedByOne<C["requirements"], Given>) => void
    : never
) extends (opened: infer Opened) => void
  ? Opened
  : never;
type OpenedByOne<Requirements, Given> = OpensOf<
  Requirements[Matching<Requirements, GivenSchemes<Given>>]
>;
type OpensOf<Requirement> = Requirement extends { opens: infer Opened } ? Opened : never;
