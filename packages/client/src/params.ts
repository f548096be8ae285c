import type { Parameter } from "./operation.ts";
import { own } from "./parameters.ts";
import type { Route } from "./route.ts";

type Values = Readonly<Record<string, unknown>>;

/** Parameters as openapi-fetch has them: by their place, and by name on the wire. */
export type Params = Readonly<Partial<Record<Parameter["in"], Values>>>;

/** The path and the query of some arguments. */
export function paramsOf(route: Route, args: Values): Params {
  const valuesIn = (place: Parameter["in"]): Values =>
    Object.fromEntries(
      parametersOf(route)
        .filter((each) => each.in === place)
        .map(({ name, argument }) => [name, own(args, argument)]),
    );
  return { path: valuesIn("path"), query: valuesIn("query") };
}

/** The arguments that stand for parameters. */
export function argumentsOf(route: Route, params: Params | undefined): Values {
  return Object.fromEntries(
    parametersOf(route).map(({ in: place, name, argument }) => [
      argument,
      own(Object(params?.[place]), name),
    ]),
  );
}

// Those that stand in the path, some of which the table does not list, and all that it lists.
function parametersOf({ pieces, parameters }: Route): Parameter[] {
  return [...pieces, ...parameters].filter((each) => typeof each === "object");
}
