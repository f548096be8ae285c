import {
  type Contract,
  facetsOf,
  type Gap,
  type Include,
  itemPlaces,
  type JsonValue,
  type MediaType,
  type Operation,
  type Parameter,
  type RequestBody,
  type Response,
  type Scenario,
  type SecurityScheme,
} from "@workflow-api/contract";
import { bodyField, type Field, uniqueId } from "./fields.ts";
import { statusName } from "./status.ts";
import { adviceFor, type Constraint, constraintsOf, typeWords } from "./words.ts";

/** All that the page of an operation says. */
export interface OperationView {
  readonly operation: Operation;
  readonly ways: readonly (readonly SecurityScheme[])[];
  readonly parameters: readonly ParameterView[];
  readonly body: BodyView | undefined;
  readonly includes: readonly IncludeView[];
  readonly responses: readonly ResponseView[];
  readonly gaps: readonly Gap[];
  /** Where the operation stands in the file of the contract. */
  readonly line: number;
}

/** A parameter as a row. */
export interface ParameterView {
  readonly id: string;
  readonly parameter: Parameter;
  readonly type: string;
  readonly constraints: readonly Constraint[];
  readonly example: JsonValue | undefined;
}

/** The body that an operation takes. */
export interface BodyView {
  readonly required: boolean;
  readonly description: string;
  readonly mediaTypes: readonly string[];
  readonly field: Field;
}

/** What a value of a parameter adds. */
export interface IncludeView {
  readonly include: Include;
  /** The field that it adds, and its address on the page. */
  readonly field: Field | undefined;
}

/** What is answered with one status. */
export interface ResponseView {
  readonly id: string;
  readonly status: number;
  readonly title: string;
  /** When it is answered, as Markdown. */
  readonly description: string;
  /** What a caller does about it; of a success the empty string. */
  readonly advice: string;
  readonly headers: readonly ParameterView[];
  readonly mediaTypes: readonly string[];
  /** `undefined`: it has no body. */
  readonly field: Field | undefined;
  readonly scenarios: readonly Scenario[];
}

/** Makes the view of an operation. */
export function operationView(contract: Contract, operation: Operation): OperationView {
  const ids = new Set<string>();
  const responses = operation.responses.map((response) =>
    responseView(contract, operation, response, ids),
  );
  return {
    operation,
    ways: operation.security,
    parameters: operation.parameters.map((parameter) => parameterView(contract, parameter, ids)),
    body: operation.requestBody && requestBodyView(contract, operation.requestBody, ids),
    includes: operation.includes.map((include) => ({
      include,
      field: addedField(responses, include),
    })),
    responses,
    gaps: contract.gaps.filter(({ operations }) => operations.includes(operation.operationId)),
    line: contract.locate(operation.pointer).line,
  };
}

function parameterView(
  contract: Contract,
  parameter: Parameter,
  ids: Set<string>,
  prefix = "",
): ParameterView {
  const { document } = contract;
  return {
    id: uniqueId(prefix + parameter.key, ids),
    parameter,
    type: typeWords(contract, [parameter]),
    // Of a list, what its items may be is said of the list.
    constraints: constraintsOf(document, [
      parameter,
      ...itemPlaces(facetsOf(document, [parameter])),
    ]),
    example: [...parameter.examples.values()][0],
  };
}

function requestBodyView(
  contract: Contract,
  { required, description, content }: RequestBody,
  ids: Set<string>,
): BodyView | undefined {
  const [media] = content;
  return (
    media && {
      required,
      description,
      mediaTypes: namesOf(content),
      field: bodyField(contract, media, "body", [], ids),
    }
  );
}

function responseView(
  contract: Contract,
  operation: Operation,
  response: Response,
  ids: Set<string>,
): ResponseView {
  const { status, description, headers, content } = response;
  const id = `response-${status}`;
  const [media] = content;
  const isSuccess = status >= 200 && status <= 299;
  return {
    id,
    status,
    title: statusName(status),
    description,
    advice: status < 400 ? "" : adviceFor(status),
    headers: headers.map((header) => parameterView(contract, header, ids, `${id} `)),
    mediaTypes: namesOf(content),
    field: media && bodyField(contract, media, id, isSuccess ? operation.includes : [], ids),
    scenarios: operation.scenarios.filter((scenario) => scenario.status === status),
  };
}

function namesOf(content: readonly MediaType[]): string[] {
  return content.map(({ mediaType }) => mediaType);
}

function addedField(responses: readonly ResponseView[], include: Include): Field | undefined {
  const find = (field: Field): Field | undefined =>
    field.include?.adds === include.adds
      ? field
      : field.fields.map(find).find((found) => found !== undefined);
  return responses
    .flatMap(({ field }) => (field === undefined ? [] : [find(field)]))
    .find((found) => found !== undefined);
}
