import { isJson, type MediaType, type Operation } from "@workflow-api/contract";
import type { Argument, Design } from "./design.ts";
import { doc, literal, property } from "./print.ts";
import { answersOf, bodyMediaType } from "./reading.ts";

/** The types of the arguments and of the answer of an operation. */
export function operationTypes(design: Design, operation: Operation): string {
  const name = design.typeOf(operation);
  const { operationId, includes } = operation;
  const members = [...bodyMember(operation), ...design.argumentsOf(operation).map(argumentMember(operation))];
  const adds = [...(includes?.adds ?? [])].map(
    ([value, pointer]) => `  ${property(value)}: ${path(pointer)};\n`,
  );
  return [
    `/** The arguments of \`${operationId}\`. */\nexport interface ${name}Arguments {\n${members.join("")}}\n`,
    ...(adds.length === 0
      ? []
      : [
          `/** What each value of \`${includes?.parameter}\` adds to the answer. */\nexport interface ${name}Includes {\n${adds.join("")}}\n`,
        ]),
    `/** What \`${operationId}\` answers. */\nexport type ${name}Data = ${dataType(operation)};\n`,
  ].join("\n");
}

/** The signatures of the method of an operation; `wrap` makes the type that is returned of that of the answer. */
export function methodMember(design: Design, operation: Operation, wrap: (data: string) => string): string {
  const name = design.typeOf(operation);
  const method = property(design.methodOf(operation));
  const isOptional = [...design.argumentsOf(operation).map(({ parameter }) => parameter)].every(
    ({ required }) => !required,
  );
  const mark = isOptional && operation.requestBody?.required !== true ? "?" : "";
  const deprecated = operation.deprecated ? "@deprecated" : "";
  const comment = doc("  ", operation.summary, operation.description, deprecated);
  const signature = (generics: string, args: string, data: string, optional = mark): string =>
    `  ${method}${generics}(args${optional}: ${args}, options?: CallOptions): Promise<${wrap(data)}>;\n`;
  const asked = narrowingArgument(design, operation);
  if (asked === undefined) return comment + signature("", `${name}Arguments`, `${name}Data`);
  const key = property(asked.name);
  const included = (list: string): string => `Included<${name}Data, ${name}Includes, ${list}>`;
  const list = `{ readonly ${key}: Asked | readonly (keyof ${name}Includes)[] }`;
  const generics = `<const Asked extends readonly (keyof ${name}Includes)[]>`;
  return [
    comment,
    signature(generics, `${name}Arguments & ${list}`, included("Asked"), ""),
    asked.parameter.required
      ? ""
      : comment +
        signature("", `${name}Arguments & { readonly ${key}?: undefined }`, included("readonly []")),
    comment + signature("", `${name}Arguments`, `${name}Data`),
  ].join("");
}

/** The type of the body of a response in one of its media types. */
export function contentType(operation: Operation, status: string, { mediaType }: MediaType): string {
  if (isJson(mediaType)) return member(operation, "responses", status, "content", mediaType);
  return /^text\//i.test(mediaType) ? "string" : "Uint8Array";
}

/** The argument that narrows the answer: a list. */
function narrowingArgument(design: Design, { includes, ...operation }: Operation): Argument | undefined {
  return design
    .argumentsOf({ includes, ...operation })
    .find(
      ({ parameter }) =>
        parameter.in === "query" && parameter.name === includes?.parameter && parameter.shape === "array",
    );
}

function argumentMember(operation: Operation): (argument: Argument) => string {
  return ({ name, parameter }) => {
    const { in: place, required, shape, deprecated, description } = parameter;
    const holder = member(operation, "parameters", place);
    const type = `NonNullable<${holder}>[${JSON.stringify(parameter.name)}]`;
    const given =
      parameter.mediaType !== undefined ? "unknown" : shape === "array" ? `Readonly<${type}>` : type;
    const mark = required ? "" : "?";
    return `${doc("  ", description, deprecated ? "@deprecated" : "")}  readonly ${property(name)}${mark}: ${given};\n`;
  };
}

function bodyMember(operation: Operation): string[] {
  const { requestBody } = operation;
  const mediaType = requestBody && bodyMediaType(requestBody);
  if (requestBody === undefined || mediaType === undefined) return [];
  const mark = requestBody.required ? "" : "?";
  return [
    `${doc("  ", requestBody.description)}  readonly body${mark}: ${bodyType(operation, mediaType)};\n`,
  ];
}

function bodyType(operation: Operation, mediaType: string): string {
  const holder = member(operation, "requestBody");
  if (isJson(mediaType) || mediaType.startsWith("application/x-www-form-urlencoded")) {
    return `NonNullable<${holder}>["content"][${JSON.stringify(mediaType)}]`;
  }
  if (mediaType.startsWith("multipart/form-data")) return "FormData";
  return mediaType.startsWith("text/") ? "string" : "Blob | Uint8Array | ArrayBuffer | string";
}

function dataType(operation: Operation): string {
  const types = answersOf(operation).flatMap(({ status, content }) =>
    content.length === 0 ? ["undefined"] : content.map((media) => contentType(operation, status, media)),
  );
  return [...new Set(types)].join(" | ") || "never";
}

function member({ operationId }: Operation, ...keys: readonly string[]): string {
  return `operations${[operationId, ...keys].map((key) => `[${JSON.stringify(key)}]`).join("")}`;
}

function path(pointer: string): string {
  return literal(
    pointer
      .split("/")
      .slice(1)
      .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~")),
  );
}
