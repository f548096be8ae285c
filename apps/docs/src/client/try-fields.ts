import { type JsonValue, parameterKey } from "@workflow-api/contract";
import type { TryOperation, TryParameter, TryScenario } from "../view/try-data.ts";
import { type BodyField, bodyField } from "./body-field.ts";
import { make } from "./dom.ts";
import { type Mark, markable } from "./mark.ts";
import type { Problem } from "./problem.ts";
import { onReaderValues, readerValues } from "./reader.ts";

/** The values of a scenario, and fields in which the reader can change them. */
export interface TryFields {
  readonly elements: readonly HTMLElement[];
  readonly body: BodyField | undefined;
  /** What stands in the fields of parameters, by their keys; an empty field has no value. */
  values(): Map<string, JsonValue>;
  /** The field that a problem stands in. */
  fieldOf(problem: Problem): Mark | undefined;
  clear(): void;
}

/** A field for each parameter of an operation, and one for its body. */
export function tryFields(operation: TryOperation, scenario: TryScenario, id: string): TryFields {
  const fields = operation.parameters.map((parameter, index) => ({
    parameter,
    ...parameterField(parameter, scenario.values[parameterKey(parameter)], `${id}-${index}`),
  }));
  const { bodies } = operation;
  const body =
    bodies === undefined
      ? undefined
      : bodyField(
          bodies.map(({ mediaType }) => mediaType),
          scenario,
          `${id}-body`,
        );
  return {
    elements: [...fields.map(({ element }) => element), ...(body === undefined ? [] : [body.element])],
    body,
    values: () =>
      new Map(
        fields.flatMap(({ parameter, input }): [string, JsonValue][] => {
          const value = written(parameter, input.value);
          return value === undefined ? [] : [[parameterKey(parameter), value]];
        }),
      ),
    fieldOf: (problem) =>
      problem.place === "body"
        ? body?.mark
        : fields.find(({ parameter }) => isAbout(problem, parameter))?.mark,
    clear: () => {
      for (const { mark } of [...fields, ...(body === undefined ? [] : [body])]) {
        mark.clear();
      }
    },
  };
}

function parameterField(
  { name, in: place, type, isText, required }: TryParameter,
  value: JsonValue | undefined,
  id: string,
): { element: HTMLElement; input: HTMLInputElement; mark: Mark } {
  const original = value === undefined ? "" : isText ? String(value) : JSON.stringify(value);
  const input = make("input", "");
  Object.assign(input, { id, type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: false });
  followReader(input, original);
  const hint = [place, isText ? type : `${type} as JSON`, ...(required ? ["required"] : [])].join(", ");
  const label = make("label", "", make("code", "", name), " ", make("span", "hint", hint));
  label.htmlFor = id;
  const element = make("div", "try-field", label, input);
  return { element, input, mark: markable(element, input) };
}

/** What the reader says of an own domain stands here too, unless this field has a text of its own by now. */
function followReader(input: HTMLInputElement, original: string): void {
  const filled = (): string => readerValues().get(original) ?? original;
  let shown = filled();
  input.value = shown;
  onReaderValues(() => {
    if (input.value === shown) {
      shown = filled();
      input.value = shown;
    }
  });
}

/** What is not JSON is taken as text, so that a mistake is the client's or the service's to refuse. */
function written({ isText }: TryParameter, text: string): JsonValue | undefined {
  if (isText || text.trim() === "") {
    return text === "" ? undefined : text;
  }
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function isAbout({ place, name = "" }: Problem, parameter: TryParameter): boolean {
  return place === parameter.in && parameterKey({ in: place, name }) === parameterKey(parameter);
}
