import { isJson, type MediaType, type Operation, type Parameter, parsePointer } from "@workflow-api/contract";
import { type Argument, type ClientDesign, literal, propertyName } from "@workflow-api/contract/calls";
import { includedType } from "./include-types.ts";
import { isMediaRange, isMultipart, isText, isUrlEncoded } from "./media-types.ts";
import { doc, parameterNotes } from "./print.ts";
import { answersOf, bodyMediaType } from "./reading.ts";

/** The types of the arguments and of the answer of an operation. */
export function operationTypes(design: ClientDesign, operation: Operation): string {
  const name = design.typeOf(operation);
  const { operationId } = operation;
  const asked = narrowingArgument(design, operation);
  const others = design.argumentsOf(operation).filter((argument) => argument.name !== asked?.name);
  const members = [
    ...bodyMember(operation),
    ...others.map((argument) => argumentMember(operation, argument)),
  ];
  const answer = `/** What \`${operationId}\` answers. */\nexport type ${name}Data = ${dataType(operation)};\n`;
  const head = `/** The arguments of \`${operationId}\`. */\nexport interface ${name}Arguments`;
  if (members.length === 0 && asked === undefined) {
    // An interface without members would take anything, such as options in the place of the arguments.
    return `/** \`${operationId}\` takes no arguments. */\nexport type ${name}Arguments = Readonly<Record<string, never>>;\n\n${answer}`;
  }
  if (asked === undefined) return `${head} {\n${members.join("")}}\n\n${answer}`;
  const names = askable(name, asked);
  const optional = asked.parameter.required ? "" : " | undefined";
  const last = (type: string, isRequired: boolean): string =>
    argumentMember(operation, asked, type, isRequired);
  // An interface of its own for each way of asking: to intersect the types of two lists costs the compiler dearly.
  // Of a list the editor completes the names only if the type has them outside of what is inferred too.
  const known = isList(asked) ? `Asked | ${names}` : "Asked";
  return `${head}<Names extends ${names} | undefined = ${names}${optional}> {
${members.join("")}${last("Names", asked.parameter.required)}}

/** The arguments of \`${operationId}\` that ask for what is known when it is compiled. */
export interface ${name}Asking<Asked extends ${names}> {
${members.join("")}${last(known, true)}}

${answer}
${includedTypes(design, operation, asked.name)}`;
}

/** The types of the answer for each list of what is asked for. */
function includedTypes({ contract, typeOf }: ClientDesign, operation: Operation, argument: string): string {
  const name = typeOf(operation);
  const adds = [...(operation.includes?.adds ?? [])].map(
    ([value, pointer]) => `  ${propertyName(value)}: ${literal(parsePointer(pointer))};\n`,
  );
  return `/** What each value of \`${argument}\` adds to the answer. */
export interface ${name}Includes {
${adds.join("")}}

/** What \`${operation.operationId}\` answers if exactly this is asked for. */
export type ${name}With<Asked extends keyof ${name}Includes> = ${includedType(contract, operation, `${name}Data`, `${name}Includes`)};

/** What \`${operation.operationId}\` answers to a list; if its values are known only at run time, whatever is documented. */
export type ${name}Included<List extends readonly unknown[]> = List extends unknown
  ? NamesOf<List> extends infer Asked extends keyof ${name}Includes
    ? ${name}With<Asked>
    : ${name}Data
  : never;
`;
}

/** The signatures of the method of an operation; `wrap` makes the type that is returned of that of the answer. */
export function methodMember(
  design: ClientDesign,
  operation: Operation,
  wrap: (data: string) => string,
): string {
  const name = design.typeOf(operation);
  const method = propertyName(design.methodOf(operation));
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
  const included = (list: string): string => `${name}Included<${list}>`;
  const generics = `<const Asked extends ${askable(name, asked)}>`;
  const nothing = signature("", `${name}Arguments<undefined>`, included("readonly []"));
  return [
    comment +
      signature(generics, `${name}Asking<Asked>`, included(isList(asked) ? "Asked" : "readonly [Asked]"), ""),
    asked.parameter.required ? "" : comment + nothing,
    comment + signature("", `${name}Arguments`, `${name}Data`),
  ].join("");
}

/** The type of the body of a response in one of its media types. */
export function contentType(operation: Operation, status: string, { mediaType }: MediaType): string {
  if (isJson(mediaType)) return member(operation, "responses", status, "content", mediaType);
  return isText(mediaType) ? "string" : "Uint8Array";
}

/** What the argument that narrows the answer of an operation can be. */
function askable(typeName: string, asked: Argument): string {
  const names = `keyof ${typeName}Includes`;
  return isList(asked) ? `readonly (${names})[]` : names;
}

function isList({ parameter }: Argument): boolean {
  return parameter.shape === "array";
}

/** The argument that narrows the answer: a list, or a single value. */
function narrowingArgument(
  design: ClientDesign,
  { includes, ...operation }: Operation,
): Argument | undefined {
  return design
    .argumentsOf({ includes, ...operation })
    .find(
      ({ parameter }) =>
        parameter.in === "query" && parameter.name === includes?.parameter && parameter.shape !== "object",
    );
}

function argumentMember(
  operation: Operation,
  { name, parameter }: Argument,
  type: string = argumentType(operation, parameter),
  isRequired: boolean = parameter.required,
): string {
  const comment = doc("  ", ...parameterNotes(parameter));
  return `${comment}  readonly ${propertyName(name)}${isRequired ? "" : "?"}: ${type};\n`;
}

function argumentType(operation: Operation, { name, in: place, shape }: Parameter): string {
  const type = `NonNullable<${member(operation, "parameters", place)}>[${JSON.stringify(name)}]`;
  return shape === "array" ? `Readonly<${type}>` : type;
}

function bodyMember(operation: Operation): string[] {
  const { requestBody } = operation;
  const mediaType = requestBody && bodyMediaType(requestBody)?.mediaType;
  if (requestBody === undefined || mediaType === undefined) return [];
  const mark = requestBody.required ? "" : "?";
  return [
    `${doc("  ", requestBody.description)}  readonly body${mark}: ${bodyType(operation, mediaType)};\n`,
  ];
}

function bodyType(operation: Operation, mediaType: string): string {
  const holder = member(operation, "requestBody");
  if (isJson(mediaType) || isUrlEncoded(mediaType)) {
    return `NonNullable<${holder}>["content"][${JSON.stringify(mediaType)}]`;
  }
  // By its full name: the answer of an operation `form` is called so too.
  if (isMultipart(mediaType)) return "globalThis.FormData";
  if (isMediaRange(mediaType)) return "Blob";
  return isText(mediaType) ? "string" : "Blob | Uint8Array | ArrayBuffer | string";
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
