import {
  type Example,
  locations,
  type Operation,
  type Parameter,
  type Response,
} from "@workflow-api/contract";
import { fragmentIn, slugOf } from "../text/slug.ts";
import { constraintsOf, valueText } from "./constraints.ts";
import { allFields, type Field } from "./field.ts";
import { type Budget, bodyField, mostRows, schemaField } from "./fields.ts";
import { dottedPath, statusName } from "./words.ts";

/** The data of the page of an operation. */
export function operationView(operation: Operation) {
  const { requestBody: body, includes } = operation;
  const [media] = [...(body?.content ?? []), ...(body?.undescribed ?? [])];
  const budget = { rows: mostRows.page };
  const field = media && bodyField(media.shape, "body", { budget });
  const responses = operation.responses.map((each) => responseView(operation, each, budget));
  const fields = responses.flatMap(({ field }) => (field === undefined ? [] : allFields(field)));
  const byPlace = Map.groupBy(inOrder(operation), (parameter) => parameter.in);
  return {
    parameters: [...byPlace].map(([place, parameters]) => ({
      id: `parameters.${place}`,
      title: locations[place].title,
      rows: parameters.map((each) => ({
        ...parameterRow(operation, each, place),
        note: identityOf(each, operation),
      })),
    })),
    body: body && { ...body, field, mediaTypes: mediaTypesOf(body) },
    includes: includes.map((include) => ({
      include,
      field: fields.find((each) => each.include?.adds === include.adds),
    })),
    responses,
  };
}

/** The media types of a body, those that are not JSON last. */
function mediaTypesOf({ content, undescribed }: Pick<Response, "content" | "undescribed">) {
  return [...new Set([...content, ...undescribed].map(({ mediaType }) => mediaType))];
}

/** Where a response returns the value of a parameter. The empty string: nowhere. */
function identityOf({ identifies }: Parameter, { responses }: Operation): string {
  const isReturned = responses.some(({ content, isSuccess }) => isSuccess && content.length > 0);
  return isReturned && identifies !== undefined ? `returned as ${dottedPath(identifies)}` : "";
}

/** The parameters in the order of a request: those of the path in the order of the path. */
export function inOrder({ parameters, path }: Pick<Operation, "parameters" | "path">) {
  const places = Object.keys(locations);
  const rank = ({ in: place, name }: Parameter): number =>
    places.indexOf(place) * 100_000 + (place === "path" ? path.indexOf(`{${name}}`) : 0);
  return parameters.toSorted((before, after) => rank(before) - rank(after));
}

function parameterRow({ scenarios }: Operation, parameter: Parameter, prefix: string): Field {
  const { description, examples, name, pointer, required, deprecated, shape } = parameter;
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
    examples: examples.map((example) => ({
      text: exampleText(example),
      scenario: scenarios.find((each) => each.name === example.name)?.name,
    })),
    fields: [],
  };
}

/** An example of a parameter; a list as it is sent. */
function exampleText({ value }: Example): string {
  return Array.isArray(value) && value.length > 0 ? value.map(String).join() : valueText(value);
}

/** A response: what its status means, and its headers and body. */
function responseView(operation: Operation, response: Response, budget: Budget) {
  const { code, headers, content, isSuccess, undescribed } = response;
  const id = `response-${code}`;
  const [media] = [...content, ...undescribed];
  return {
    ...response,
    id,
    title: statusName(code),
    mediaTypes: mediaTypesOf(response),
    headers: headers.map((each) => parameterRow(operation, each, `${id}-header`)),
    field:
      media && bodyField(media.shape, id, { budget, ...(isSuccess && { request: operation }) }),
  };
}
