import {
  type Contract,
  type HttpRequest,
  type Operation,
  type ParameterValues,
  readText,
} from "@workflow-api/contract";
import type { JsonValue } from "@workflow-api/contract/json";
import { namedValues, nearestNamed, valueText } from "../request/choice.ts";
import { createRequestKeys } from "../request/request-key.ts";
import { allowsAnyString } from "./identity.ts";
import type { ResponseTemplate } from "./response-template.ts";

// A plan is a template response that is used again, for every request of the same shape: with the
// same operation, query, headers and body, and path parameters that decide nothing.

/** The shape of a request. */
interface RequestShape {
  /** Everything that decides the response. */
  readonly key: string;
  /** The values of the path parameters, by their keys. */
  readonly values: ParameterValues;
}

/** The plans for the responses of a contract. */
export interface Plans {
  /** `undefined`: the response depends on more than its shape. */
  shapeOf(request: HttpRequest): RequestShape | undefined;
  find(shape: RequestShape): ResponseTemplate | undefined;
  remember(shape: RequestShape, template: ResponseTemplate): void;
}

/** How many plans are kept. */
const mostPlans = 1000;

/** Plans for the responses of a contract, of a bounded number. */
export function createPlans(contract: Contract): Plans {
  const plans = new Map<string, ResponseTemplate | undefined>();
  const keyOf = createRequestKeys(contract);
  const known = new Map<Operation, readonly Variable[]>();
  const variablesIn = (operation: Operation): readonly Variable[] => {
    let variables = known.get(operation);
    if (variables === undefined) {
      variables = variablesOf(operation);
      known.set(operation, variables);
    }
    return variables;
  };
  return {
    shapeOf(request) {
      const { operation, segments } = contract.route(request.method, request.path);
      const path = operation && readPath(variablesIn(operation), segments);
      if (operation === undefined || path === undefined) return undefined;
      const key = keyOf(request, operation.path + path.deciding);
      return key === undefined ? undefined : { key, values: path.values };
    },
    find: ({ key }) => plans.get(key),
    remember({ key }, template) {
      if (plans.size >= mostPlans) plans.clear();
      // It is kept from the second time on: most shapes of a fuzzer come once.
      plans.set(key, plans.has(key) ? template : undefined);
    },
  };
}

/** The values in a path, and those that decide. `undefined`: there is something to say of one. */
function readPath(
  variables: readonly Variable[],
  segments: ReadonlyMap<string, string>,
): { readonly values: ParameterValues; readonly deciding: string } | undefined {
  const values = new Map<string, JsonValue>();
  let deciding = "";
  for (const variable of variables) {
    const { key, name } = variable;
    const text = segments.get(name) ?? "";
    const value = variable.read(text);
    if (value === undefined) return undefined;
    values.set(key, value);
    if (variable.isDeciding(value)) deciding += `\n${key}=${text}`;
  }
  return { values, deciding };
}

/** A path parameter whose values usually decide nothing. */
interface Variable {
  readonly key: string;
  readonly name: string;
  /** Whether a value decides between scenarios. */
  isDeciding(value: JsonValue): boolean;
  /** The value of a segment. `undefined`: there is something to say of it. */
  read(segment: string): JsonValue | undefined;
}

/** What no note is about: no name of a variable, and no number that loses digits. */
const plain = /^(?!(?:undefined|null|NaN)$)(?!\d{16})[\w.~-]{1,200}$/;

function variablesOf(operation: Operation): Variable[] {
  const named = new Map(namedValues(operation).map((each) => [each.key, each]));
  return operation.parameters
    .filter(({ in: location }) => location === "path")
    .map(({ isList, key, name, shape }) => {
      const ofScenarios = named.get(key);
      const isFree = allowsAnyString(shape);
      return {
        key,
        name,
        isDeciding: (value) => ofScenarios?.scenarios.has(valueText(value)) === true,
        read(segment) {
          if (isList || !plain.test(segment)) return undefined;
          const value = readText(segment, shape.types);
          const isSilent =
            (isFree || shape.violations(value).length === 0) &&
            (ofScenarios === undefined || nearestNamed(ofScenarios, value) === undefined);
          return isSilent ? value : undefined;
        },
      };
    });
}
