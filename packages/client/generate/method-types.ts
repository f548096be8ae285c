import {
  isJson,
  isMediaRange,
  isMultipart,
  lacksBoundary,
  type MediaType,
  type Operation,
  type Parameter,
} from "@workflow-api/contract";
import { type Argument, type ClientDesign, propertyName } from "@workflow-api/contract/calls";
import { isText, isUrlEncoded } from "./media-types.ts";
import { includedTypes, type Narrowing, narrowingsOf, waysOfAsking } from "./narrowing.ts";
import { doc, parameterNotes } from "./print.ts";
import { answersOf, bodyMediaType } from "./reading.ts";

/** The types of the arguments and of the answer of an operation. */
export function operationTypes(design: ClientDesign, operation: Operation): string {
  const name = design.typeOf(operation);
  const { operationId } = operation;
  const narrowings = narrowingsOf(design, operation);
  const others = design
    .argumentsOf(operation)
    .filter((argument) => !narrowings.some((each) => each.argument.name === argument.name));
  const members = [
    ...bodyMember(operation),
    ...others.map((argument) => argumentMember(operation, argument)),
  ];
  const answer = `/** What \`${operationId}\` answers. */\nexport type ${name}Data = ${dataType(operation)};\n`;
  const head = `/** The arguments of \`${operationId}\`. */\nexport interface ${name}Arguments`;
  if (members.length === 0 && narrowings.length === 0) {
    // An interface without members would take anything, such as options in the place of the arguments.
    return `/** \`${operationId}\` takes no arguments. */\nexport type ${name}Arguments = Readonly<Record<string, never>>;\n\n${answer}`;
  }
  if (narrowings.length === 0) return `${head} {\n${members.join("")}}\n\n${answer}`;
  const generics = narrowings.map(({ argument, askable, suffix }) => {
    const optional = argument.parameter.required ? "" : " | undefined";
    return `Names${suffix} extends ${askable} | undefined = ${askable}${optional}`;
  });
  const named = narrowings.map(({ argument, suffix }) =>
    argumentMember(operation, argument, `Names${suffix}`),
  );
  const asking = waysOfAsking(narrowings)
    .filter((way) => way.length > 0)
    .map((way) => askingArguments(name, operation, members, way, narrowings));
  return `${head}<${generics.join(", ")}> {
${members.join("")}${named.join("")}}

${asking.join("")}${answer}
${includedTypes(design, operation, narrowings)}`;
}

/** The arguments of a call that asks by some of its arguments, and by the others for nothing. */
function askingArguments(
  name: string,
  operation: Operation,
  members: readonly string[],
  way: readonly Narrowing[],
  narrowings: readonly Narrowing[],
): string {
  const by =
    narrowings.length === 1 ? "" : ` by ${way.map(({ argument }) => `\`${argument.name}\``).join(" and ")}`;
  const generics = way.map(({ askable, suffix }) => `Asked${suffix} extends ${askable}`).join(", ");
  // An interface of its own for each way of asking: to intersect the types of two lists costs the compiler dearly.
  // Nothing beside what is inferred, by whose constraint an editor completes the names: of a list that is named as a
  // type, another one could be given.
  const asked = narrowings.map((each) => {
    const isAsked = way.includes(each);
    return argumentMember(operation, each.argument, isAsked ? `Asked${each.suffix}` : "undefined", isAsked);
  });
  return `/** The arguments of \`${operation.operationId}\` that ask${by} for what is known when it is compiled. */
export interface ${askingName(name, way)}<${generics}> {
${members.join("")}${asked.join("")}}

`;
}

function askingName(name: string, way: readonly Narrowing[]): string {
  return `${name}Asking${way.map(({ suffix }) => suffix).join("")}`;
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
    `${comment}  ${method}${generics}(args${optional}: ${args}, options?: CallOptions): Promise<${wrap(data)}>;\n`;
  const narrowings = narrowingsOf(design, operation);
  if (narrowings.length === 0) return signature("", `${name}Arguments`, `${name}Data`);
  const asking = waysOfAsking(narrowings).map((way) => {
    const lists = narrowings.map((each) => (way.includes(each) ? listType(each) : "readonly []"));
    const included = `${name}Included<${lists.join(", ")}>`;
    const nothing = narrowings.map(() => "undefined").join(", ");
    if (way.length === 0) return signature("", `${name}Arguments<${nothing}>`, included);
    const generics = way.map(({ askable, suffix }) => `const Asked${suffix} extends ${askable}`).join(", ");
    const given = way.map(({ suffix }) => `Asked${suffix}`).join(", ");
    return signature(`<${generics}>`, `${askingName(name, way)}<${given}>`, included, "");
  });
  return [...asking, signature("", `${name}Arguments`, `${name}Data`)].join("");
}

/** The texts of what is asked for by an argument, as a list. */
function listType({ isList, isTyped, suffix }: Narrowing): string {
  const list = isList ? `Asked${suffix}` : `readonly [Asked${suffix}]`;
  return isTyped ? `TextsOf<${list}>` : list;
}

/** The type of the body of a response in one of its media types. */
export function contentType(operation: Operation, status: string, { mediaType }: MediaType): string {
  if (isJson(mediaType)) return member(operation, "responses", status, "content", mediaType);
  return isText(mediaType) ? "string" : "Uint8Array";
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
  const comment = doc("  ", requestBody.description);
  const type = bodyType(operation, mediaType);
  return [`${comment}  readonly body${requestBody.required ? `: ${type}` : `?: ${type} | undefined`};\n`];
}

function bodyType(operation: Operation, mediaType: string): string {
  const holder = member(operation, "requestBody");
  if (isJson(mediaType) || isUrlEncoded(mediaType)) {
    return `NonNullable<${holder}>["content"][${JSON.stringify(mediaType)}]`;
  }
  // By its full name: the answer of an operation `form` is called so too.
  if (isMultipart(mediaType)) return "globalThis.FormData";
  if (isMediaRange(mediaType) || lacksBoundary(mediaType)) return "Blob";
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
