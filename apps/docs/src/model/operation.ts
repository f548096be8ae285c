import type { Operation, Parameter, Response } from "@workflow-api/contract";
import { fragmentIn, slugOf } from "../slug.ts";
import { allFields, bodyField, type Field, schemaField } from "./fields.ts";
import { adviceFor, constraintsOf, dottedPath, statusName, valueText } from "./words.ts";

const groups = { path: "Path", query: "Query", header: "Headers" };

/** The data of the page of an operation. */
export function operationView(operation: Operation) {
  const { requestBody: body, includes } = operation;
  const [media] = body?.content ?? [];
  const responses = operation.responses.map((each) => responseView(operation, each));
  const fields = responses.flatMap(({ field }) => (field === undefined ? [] : allFields(field)));
  const byPlace = Map.groupBy(inOrder(operation), (parameter) => parameter.in);
  return {
    parameters: [...byPlace].map(([place, parameters]) => ({
      id: `parameters.${place}`,
      title: groups[place],
      rows: parameters.map((each) => ({
        ...parameterRow(each, place, operation),
        note: identityOf(each, operation),
      })),
    })),
    body: body && media && { ...body, field: bodyField(media.shape, "body") },
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
  { description, examples, name, pointer, required, deprecated, shape }: Parameter,
  prefix: string,
  { scenarios }: Pick<Operation, "scenarios">,
): Field {
  return {
    ...schemaField(shape, fragmentIn(prefix, slugOf(name))),
    name,
    path: name,
    pointer,
    isNamed: true,
    required,
    deprecated,
    description,
    // A list also shows the constraints of its items.
    constraints: constraintsOf(shape.and(...shape.items.locations)),
    examples: examples.map(({ name: example, value }) => ({
      text: Array.isArray(value) && value.length > 0 ? value.join(",") : valueText(value),
      scenario: scenarios.find((each) => each.name === example)?.name,
    })),
    fields: [],
  };
}

/** A response: what its status means, what a client does about it, and its headers and body. */
function responseView(operation: Operation, response: Response) {
  const { code, status, headers, content, isSuccess } = response;
  const id = `response-${code}`;
  const [media] = content;
  return {
    ...response,
    id,
    title: statusName(code),
    advice: status < 400 ? "" : adviceFor(response),
    headers: headers.map((each) => parameterRow(each, `${id}-header`, operation)),
    field: media && bodyField(media.shape, id, isSuccess ? operation : undefined),
  };
}
