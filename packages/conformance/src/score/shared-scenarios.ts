import { appendPointer, isObject, type JsonObject, valueAt } from "@workflow-api/contract";
import { exampleValues } from "./canonical-scenarios.ts";
import { members } from "./follow.ts";

/**
 * Whether what an operation refers to might give it other scenarios if it stood in the operation itself: of the example
 * names that it shares with other operations those count that stand on a parameter of its own.
 *
 * @param tokens - The place of the reference.
 */
export function mayMakeScenarios(
  document: JsonObject,
  tokens: readonly string[],
  target: JsonObject,
): boolean {
  const [paths, path = "", method = "", place = ""] = tokens;
  if (paths !== "paths" || !["parameters", "requestBody", "responses"].includes(place)) return false;
  const item = valueAt(document, appendPointer("", "paths", path));
  const operation = isObject(item) ? item[method] : undefined;
  if (!isObject(operation)) return false;
  const parameters = operation["parameters"];
  const own = namesOf(Array.isArray(parameters) ? parameters.filter(isObject) : []);
  const answers = members(document, operation["responses"]).map(([, response]) => response);
  const answered = namesOf(answers);
  const isAnswered = (name: string): boolean =>
    answered.has(name) || answers.some(({ content }) => content === undefined);
  return [...namesOf([target])].some((name) => isAnswered(name) && !own.has(name));
}

/** The names of the examples of parameters, bodies or responses. */
function namesOf(all: readonly JsonObject[]): Set<string> {
  return new Set(
    all.flatMap((each) =>
      [each, ...Object.values(isObject(each["content"]) ? each["content"] : {})].flatMap((holder) =>
        isObject(holder) ? [...exampleValues(holder["examples"]).keys()] : [],
      ),
    ),
  );
}
