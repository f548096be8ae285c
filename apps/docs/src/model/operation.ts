import type { Contract, Example, Operation, Parameter, Response } from "@workflow-api/contract";
import { fragmentIn, slugOf } from "../slug.ts";
import { allFields, bodyField, type Field, schemaField } from "./fields.ts";
import { sourceValue } from "./source-json.ts";
import { constraintsOf, dottedPath, statusName, valueText } from "./words.ts";

const groups = { path: "Path", query: "Query", header: "Headers" };

/** The data of the page of an operation. */
export function operationView(contract: Contract, operation: Operation) {
  const { requestBody: body, includes } = operation;
  const [media] = body?.content ?? [];
  const responses = operation.responses.map((each) => responseView(contract, operation, each));
  const fields = responses.flatMap(({ field }) => (field === undefined ? [] : allFields(field)));
  const byPlace = Map.groupBy(inOrder(operation), (parameter) => parameter.in);
  return {
    parameters: [...byPlace].map(([place, parameters]) => ({
      id: `parameters.${place}`,
      title: groups[place],
      rows: parameters.map((each) => ({
        ...parameterRow(contract, operation, each, place),
        note: identityOf(each, operation),
      })),
    })),
    body: body && media && { ...body, field: bodyField(contract, media.shape, "body") },
    includes: includes.map((include) => ({
      include,
      field: fields.find((each) => each.include?.adds === include.adds),
    })),
    responses,
  };
}

/** Where a response returns the value of a parameter. The empty string: nowhere. */
function identityOf({ identifies }: Parameter, { responses }: Operation): string {
  const isReturned = responses.some(({ content, isSuccess }) => isSuccess && content.length > 0);
  return isReturned && identifies !== undefined ? `returned as ${dottedPath(identifies)}` : "";
}

/** The parameters in the order of a request: those of the path in the order of the path. */
export function inOrder({ parameters, path }: Pick<Operation, "parameters" | "path">) {
  const places = Object.keys(groups);
  const rank = ({ in: place, name }: Parameter): number =>
    places.indexOf(place) * 100_000 + (place === "path" ? path.indexOf(`{${name}}`) : 0);
  return parameters.toSorted((before, after) => rank(before) - rank(after));
}

function parameterRow(
  contract: Contract,
  { scenarios }: Operation,
  parameter: Parameter,
  prefix: string,
): Field {
  const { description, examples, name, pointer, required, deprecated, shape } = parameter;
  return {
    ...schemaField(contract, shape, fragmentIn(prefix, slugOf(name))),
    name,
    path: name,
    pointer,
    isNamed: true,
    required,
    deprecated,
    description,
    // A list also shows the constraints of its items.
    constraints: constraintsOf(contract, shape.and(...shape.items.locations)),
    examples: examples.map((example) => ({
      text: exampleText(contract, example),
      scenario: scenarios.find((each) => each.name === example.name)?.name,
    })),
    fields: [],
  };
}

/** An example of a parameter; a list as it is sent. */
function exampleText(contract: Contract, { pointer, value }: Example): string {
  const spelled = sourceValue(contract, value, `${pointer}/value`);
  const isList = Array.isArray(spelled) && spelled.length > 0;
  return isList ? spelled.join() : valueText(contract, value, `${pointer}/value`);
}

/** A response: what its status means, and its headers and body. */
function responseView(contract: Contract, operation: Operation, response: Response) {
  const { code, headers, content, isSuccess } = response;
  const id = `response-${code}`;
  const [media] = content;
  return {
    ...response,
    id,
    title: statusName(code),
    headers: headers.map((each) => parameterRow(contract, operation, each, `${id}-header`)),
    field: media && bodyField(contract, media.shape, id, isSuccess ? operation : undefined),
  };
}
