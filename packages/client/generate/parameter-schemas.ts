import { type Contract, isJson, parsePointer } from "@workflow-api/contract";

/**
 * The document of a contract, in which a parameter that travels as JSON has its schema where all others have it:
 * openapi-typescript takes it for a text otherwise.
 */
export function withParameterSchemas({ document, operations }: Contract): object {
  const copy: object = structuredClone(document);
  for (const { mediaType, parameterPointer, schema } of operations.flatMap(({ parameters }) => parameters)) {
    if (mediaType === undefined || !isJson(mediaType)) continue;
    Object.assign(holderAt(copy, parameterPointer), { schema });
  }
  return copy;
}

function holderAt(document: object, pointer: string): object {
  return parsePointer(pointer).reduce(
    (holder: object, token) => Object(Reflect.get(holder, token)),
    document,
  );
}
