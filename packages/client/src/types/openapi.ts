import type { None } from "./include.ts";

// The types of openapi-typescript, as the client of openapi-fetch takes them.

interface Described {
  readonly operations: object;
  /** The operationId of each method of each path. */
  readonly paths: object;
  readonly settings: string;
}

/** The paths of some operations. Headers that are options of the client are optional. */
export type Paths<C extends Described, Ids> = {
  [Path in keyof C["paths"]]: {
    [Method in keyof C["paths"][Path] as C["paths"][Path][Method] extends Ids
      ? Method
      : never]: WithOptional<TypesOf<C, C["paths"][Path][Method]>, Lowercase<C["settings"]>>;
  };
};

type TypesOf<C extends Described, Id> = Id extends keyof C["operations"]
  ? C["operations"][Id] extends { operation: infer Operation }
    ? Operation
    : never
  : never;

type WithOptional<Operation, Settings> = Operation extends {
  parameters: { header: infer Header };
}
  ? Omit<Operation, "parameters"> & {
      parameters: Omit<Operation["parameters"], "header"> & HeaderOf<Header, Settings>;
    }
  : Operation;

type HeaderOf<Header, Settings> =
  None extends Optional<Header, Settings>
    ? { header?: Optional<Header, Settings> }
    : { header: Optional<Header, Settings> };

type Optional<Header, Settings> = {
  [Name in keyof Header as IsSetting<Name, Settings> extends true ? never : Name]: Header[Name];
} & {
  [Name in keyof Header as IsSetting<Name, Settings> extends true ? Name : never]?: Header[Name];
};

type IsSetting<Name, Settings> = Lowercase<Name & string> extends Settings ? true : false;

/** A response whose `headers` know the names that the contract documents. */
export type ResponseOf<Documented> = Documented extends { headers: infer Fields }
  ? keyof Named<Fields> extends never
    ? Response
    : TypedResponse<{
        [Name in keyof Named<Fields> as Name | Lowercase<Name & string>]-?: FieldOf<Fields, Name>;
      }>
  : Response;

interface TypedResponse<Fields> extends Response {
  readonly headers: TypedHeaders<Fields>;
}

interface TypedHeaders<Fields> extends Headers {
  get<Name extends keyof Fields>(name: Name): Fields[Name];
  get(name: string): string | null;
}

type Named<Fields> = {
  [Name in keyof Fields as string extends Name ? never : Name]: Fields[Name];
};

type FieldOf<Fields, Name extends keyof Fields> =
  | TextOf<NonNullable<Fields[Name]>>
  | (undefined extends Fields[Name] ? null : never);

/** The text of a value: an integer is a string, too. */
type TextOf<Value> = Value extends string
  ? Value
  : Value extends number | boolean
    ? `${Value}`
    : string;
