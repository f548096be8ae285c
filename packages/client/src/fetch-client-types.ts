import type {
  ClientMethod,
  FetchResponse,
  MaybeOptionalInit,
  Middleware,
  ParamsOption,
  RequestBodyOption,
} from "openapi-fetch";
import type {
  HttpMethod,
  MediaType,
  PathsWithMethod,
  RequiredKeysOf,
} from "openapi-typescript-helpers";
import type { CallOptions, Contract } from "./types.ts";

/**
 * The client of openapi-fetch, without what would lead a call elsewhere, and without the operations
 * that the credentials do not open. Companions take it for one of openapi-fetch.
 */
export type FetchClient<C extends Contract, Open> = MethodsOf<C, PathsOf<C, Open>>;

type MethodsOf<C extends Contract, Paths extends None> = {
  readonly [Method in Exclude<HttpMethod, "trace"> as Uppercase<Method>]: FetchMethod<
    C,
    Paths,
    Method
  >;
} & {
  /** `GET` and the others do the same. Companions only want that there is one. */
  readonly request: never;
  /** No contract has such an operation. Companions read the paths from its type. */
  readonly TRACE: ClientMethod<Paths, "trace", MediaType>;
  /** Registers middleware. */
  use(...middleware: Middleware[]): void;
  /** Removes middleware. */
  eject(...middleware: Middleware[]): void;
};

/** Two signatures: what a companion is promised, and what an application can call. */
type FetchMethod<C extends Contract, Paths extends AnyPaths, Method extends HttpMethod> = {
  <
    Path extends PathsWithMethod<Paths, Method>,
    Init extends MaybeOptionalInit<Paths[Path], Method>,
  >(
    this: Companion,
    url: Path,
    ...init: LooseParam<Init>
  ): Promise<FetchResponse<Paths[Path][Method], Init, MediaType>>;
  <Path extends PathsWithMethod<Paths, Method>>(
    url: Path,
    ...init: InitParam<Init<C, Paths[Path][Method]>>
  ): Promise<FetchResponse<Paths[Path][Method], None, MediaType>>;
};

/** The options of a call. */
type Init<C extends Contract, Operation> = ParamsOption<Operation> &
  RequestBodyOption<Operation> &
  CallOptions<C> & { readonly middleware?: Middleware[] };
type InitParam<Init> = RequiredKeysOf<Init> extends never ? [init?: Init] : [init: Init];

/** No client is one, so nobody calls the signature; where types are compared, it does not count. */
interface Companion {
  readonly [companion]: never;
}
declare const companion: unique symbol;

/** As openapi-fetch writes it. */
type LooseParam<Init> =
  RequiredKeysOf<Init> extends never
    ? [(Init & { [key: string]: unknown })?]
    : [Init & { [key: string]: unknown }];
type AnyPaths = Record<string, Record<HttpMethod, object>>;
type None = Record<never, never>;

/** The paths of the operations that credentials open, as openapi-fetch takes them. */
type PathsOf<C extends Contract, Open> = {
  [Path in keyof C["paths"]]: {
    [Method in keyof C["paths"][Path] as C["paths"][Path][Method] extends Open
      ? Method
      : never]: WithoutSettings<C, TypesOf<C, C["paths"][Path][Method]>>;
  };
};
type TypesOf<C extends Contract, Id> = Id extends keyof C["operations"]
  ? C["operations"][Id] extends { operation: infer Operation }
    ? Operation
    : never
  : never;

/** An operation whose parameters are those that a call gives. */
type WithoutSettings<C extends Contract, Operation> = Operation extends {
  parameters: infer Parameters;
}
  ? Omit<Operation, "parameters"> & { parameters: ParametersOf<C, Parameters> }
  : Operation;
type ParametersOf<C extends Contract, Parameters> = Parameters extends { header: infer Header }
  ? Omit<Parameters, "header"> & HeaderOf<Omit<Header, C["headers"]>>
  : Parameters;
type HeaderOf<Header> =
  RequiredKeysOf<Header> extends never ? { header?: Header } : { header: Header };
