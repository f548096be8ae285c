import type { Parameter } from "./operation.ts";
import { own } from "./parameters.ts";
import type { Route } from "./route.ts";

type Values = Readonly<Record<string, unknown>>;

/** Parameters as openapi-fetch has them: by their place, and by name on the wire. */
export interface Params {
  readonly path?: Values;
  readonly query?: Values;
  readonly header?: Values;
}

/** The path and the query of some arguments. */
export function paramsOf(route: Route, args: Values): Params {
  const { path, query } = parametersOf(route);
  const valuesOf = (parameters: readonly Parameter[]): Values =>
    Object.fromEntries(parameters.map(({ name, argument }) => [name, own(args, argument)]));
  return { path: valuesOf(path), query: valuesOf(query) };
}

/** The arguments that stand for a path and a query. */
export function argumentsOf(route: Route, params: Params = {}): Values {
  const places = Object.entries(parametersOf(route));
  return Object.fromEntries(
    places.flatMap(([place, parameters]) => {
      const values: Values = Object(own({ ...params }, place));
      return parameters.map(({ name, argument }) => [argument, own(values, name)]);
    }),
  );
}

function parametersOf({ pieces, query }: Route): { path: readonly Parameter[]; query: readonly Parameter[] } {
  return { path: pieces.filter((piece) => typeof piece === "object"), query };
}
