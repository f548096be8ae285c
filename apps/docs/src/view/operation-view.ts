import {
  appendPointer,
  type Contract,
  type JsonValue,
  type MediaType,
  type Operation,
  type Parameter,
  parameterKey,
  type Response,
  type SchemaModel,
  type Sender,
  serializeParameter,
  valueAt,
} from "@workflow-api/contract";
import { anchorPart } from "./anchor.ts";
import { type Fact, withoutRepeats } from "./facts.ts";
import { makeSchemaView } from "./make-schema-view.ts";
import type { FieldView, SchemaView } from "./schema-view.ts";
import { valueText } from "./value-text.ts";

/** A header of an answer as a field, with all its examples: no scenario shows them. */
export function headerField(contract: Contract, header: Parameter, anchor: string): FieldView {
  const field = parameterField(contract, header, anchor);
  const facts = header.examples.size > 0 ? [exampleFact([...header.examples.values()])] : [];
  return { ...field, view: { ...field.view, facts: withoutRepeats([...field.view.facts, ...facts]) } };
}

function exampleFact(values: readonly JsonValue[]): Fact {
  return { keyword: "example", label: "For example", codes: [...new Set(values.map(valueText))], unit: "" };
}

/** A parameter or header as a field: its description is that of the parameter, else that of its schema. */
export function parameterField(contract: Contract, parameter: Parameter, anchor: string): FieldView {
  const view = schemaView(contract, parameter, anchor);
  const wire = wireForm(parameter);
  const example = valueAt(contract.document, appendPointer(parameter.parameterPointer, "example"));
  return {
    label: parameter.name,
    literal: true,
    required: parameter.required,
    anchor,
    view: {
      ...view,
      description: parameter.description || view.description,
      deprecated: parameter.deprecated || view.deprecated,
      facts: withoutRepeats([
        ...view.facts,
        ...(wire === undefined ? [] : [{ keyword: "style", label: "Sent as", codes: [wire], unit: "" }]),
        ...(example === undefined ? [] : [exampleFact([example])]),
      ]),
    },
  };
}

/** The view of a schema that stands by itself, of what this side sends. */
export function schemaView(
  contract: Contract,
  model: SchemaModel,
  anchor: string,
  sender?: Sender,
): SchemaView {
  return makeSchemaView([model], { contract, anchor, sender, trail: new Map() });
}

/** The id of a parameter's row. */
export function parameterAnchor(parameter: Parameter): string {
  return `parameter.${parameter.in}.${anchorPart(parameter.name)}`;
}

/** The prefix of the ids inside a response's body; with the media type only where there are several. */
export function bodyAnchor(holder: Response | "request", media: MediaType, count: number): string {
  const prefix = holder === "request" ? "request" : `response.${holder.status}`;
  return count === 1 ? prefix : `${prefix}.${media.mediaType.replaceAll(/[^\w.+-]+/g, "-")}`;
}

/** The values that a scenario gives its parameters, in the order of the operation. */
export function scenarioValues(
  operation: Operation,
  values: Operation["scenarios"][number]["values"],
): { readonly parameter: Parameter; readonly text: string }[] {
  return operation.parameters.flatMap((parameter) => {
    const value = values.get(parameterKey(parameter));
    if (value === undefined) {
      return [];
    }
    return [{ parameter, text: valueText(value) }];
  });
}

/** How a value travels that is not simply itself, by its sample: the reader need not know the names of the styles. */
function wireForm(parameter: Parameter): string | undefined {
  if (parameter.sample === undefined || isItself(parameter)) return undefined;
  const wire = serializeParameter(parameter, parameter.sample);
  return wire === "" ? undefined : decoded(wire);
}

function isItself({ shape, mediaType, style }: Parameter): boolean {
  return shape === "primitive" && mediaType === undefined && style !== "label" && style !== "matrix";
}

function decoded(wire: string): string {
  try {
    return decodeURIComponent(wire);
  } catch {
    return wire;
  }
}
