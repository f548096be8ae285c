import { type JsonValue, type Operation, parameterKey, type Scenario } from "@workflow-api/contract";
import { valueText } from "./value-text.ts";

/** The values of a scenario's request that tell it from the others of its operation; all, if none do. */
export function distinctValues(
  operation: Operation,
  scenario: Scenario,
): { readonly name: string; readonly text: string }[] {
  const values = operation.parameters.flatMap((parameter) => {
    const key = parameterKey(parameter);
    const value = scenario.values.get(key);
    const text = value === undefined ? undefined : words(value);
    const differs = operation.scenarios.some((other) => words(other.values.get(key) ?? null) !== text);
    return text === undefined ? [] : [{ name: parameter.name, text, differs }];
  });
  const body =
    scenario.body === undefined ? [] : [{ name: "body", text: words(scenario.body), differs: true }];
  const differing = [...values, ...body].filter(({ differs }) => differs);
  return differing.length > 0 ? differing : values;
}

function words(value: JsonValue): string {
  if (Array.isArray(value) && value.every((each) => typeof each === "string")) {
    return value.length === 0 ? "none" : value.join(", ");
  }
  return valueText(value);
}
