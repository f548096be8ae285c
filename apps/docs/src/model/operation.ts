import type { Contract, Operation, Parameter, Response } from "@workflow-api/contract";
import { uniqueSlug } from "../escape.ts";
import { allFields, bodyField } from "./fields.ts";
import { adviceFor, constraintsOf, dottedPath, statusName, typeWords } from "./words.ts";

/** The data of the page of an operation. */
export function operationView(contract: Contract, operation: Operation) {
  const ids = new Set<string>();
  const { requestBody: body, responses, includes, operationId } = operation;
  const [media] = body?.content ?? [];
  const parameters = operation.parameters.map((each) => parameterView(each, ids));
  const shown = responses.map((response) => responseView(operation, response, ids));
  const fields = shown.flatMap(({ field }) => (field === undefined ? [] : allFields(field)));
  const returned = new Set(fields.map(({ identifiedBy }) => identifiedBy?.key));
  return {
    parameters: parameters.map((each) => ({
      ...each,
      // A response without a body has no fields.
      note:
        each.identifies && returned.has(each.key) && `returned as ${dottedPath(each.identifies)}`,
    })),
    body: body && media && { ...body, field: bodyField(media.shape, "body", ids) },
    includes: includes.map((include) => ({
      include,
      field: fields.find((each) => each.include?.adds === include.adds),
    })),
    responses: shown,
    gaps: contract.openQuestions.filter(({ operations }) => operations.includes(operationId)),
    line: contract.locate(operation.pointer).line,
  };
}

/** A parameter, or a header of a response, as a row. */
function parameterView(parameter: Parameter, ids: Set<string>, prefix = "") {
  const { shape } = parameter;
  return {
    ...parameter,
    id: uniqueSlug(prefix + parameter.key, ids),
    type: typeWords(shape),
    // A list also shows the constraints of its items.
    constraints: constraintsOf(shape.and(...shape.items.locations)),
    example: [...parameter.examples.values()][0],
    isNamed: true,
    fields: [],
    choices: [],
  };
}

/** A response: what its status means, what a client does about it, and its headers and body. */
function responseView(operation: Operation, response: Response, ids: Set<string>) {
  const { code, status, headers, content, isSuccess } = response;
  const id = `response-${code}`;
  const [media] = content;
  // The fragment of a body must differ from that of its response.
  ids.add(id);
  return {
    ...response,
    id,
    title: statusName(code),
    advice: status < 400 ? "" : adviceFor(response),
    headers: headers.map((header) => parameterView(header, ids, `${id} `)),
    field: media && bodyField(media.shape, id, ids, isSuccess ? operation : undefined),
  };
}
