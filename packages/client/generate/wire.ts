import { isJson, isObject, type Operation, type Parameter, parsePointer } from "@workflow-api/contract";
import type { WireAddress, WireOperation, WireParameter, WireScheme } from "../src/operation.ts";
import type { Argument, Design } from "./design.ts";
import { BANNER, literal, property } from "./print.ts";
import { answersOf, bodyMediaType, errorsOf, isNullableAt, isStructured, waysOf } from "./reading.ts";

/** The module that says how everything travels. */
export function wireModule(design: Design): string {
  const { operations } = design.contract;
  const rows = operations.map(
    (operation) =>
      `  ${property(design.methodOf(operation))}: ${literal(wireOperation(design, operation), "  ")},\n`,
  );
  const types = ["WireOperation", "WireScheme", "WireSetting"];
  return `${BANNER}
import type { ${types.join(", ")} } from "../operation.ts";

/** How each operation travels. */
export const wire: Readonly<Record<string, WireOperation>> = {
${rows.join("")}};

/** How each credential travels. */
export const schemes: Readonly<Record<string, WireScheme>> = ${literal(wireSchemes(design))};

/** The headers that the client sends by itself, by the option that holds them. */
export const settings: Readonly<Record<string, WireSetting>> = ${literal(wireSettings(design))};
`;
}

/** A row of the table; what is `undefined` is left out of it. */
type Row<Type> = { readonly [Key in keyof Type]: Type[Key] | undefined };

function wireOperation(design: Design, operation: Operation): Row<Required<WireOperation>> {
  const ways = waysOf(operation);
  const settings = design.settingsOf(operation).map(({ option }) => option);
  const parameters = design.argumentsOf(operation).map(wireParameter).filter(isWorthSaying);
  const responses = [
    ...answersOf(operation).map(({ key, content }) => ({ key, content })),
    ...errorsOf(operation).map(({ status, content }) => ({ key: status, content })),
  ];
  const json = responses.flatMap(({ content }) => content).filter(({ mediaType }) => isJson(mediaType));
  const { resolve } = design.contract;
  return {
    method: operation.method,
    path: operation.path,
    security: ways.flat().length === 0 ? undefined : ways.map((way) => way.map(({ key }) => key)),
    settings: settings.length === 0 ? undefined : settings,
    parameters: parameters.length === 0 ? undefined : parameters,
    body: operation.requestBody && bodyMediaType(operation.requestBody),
    responses: Object.fromEntries(
      responses.map(({ key, content }) => [key, content.map(({ mediaType }) => mediaType)]),
    ),
    scalar: json.every(({ schema, pointer }) => isStructured(resolve, schema, pointer)) ? undefined : true,
    includes: wireIncludes(design, operation),
    address: wireAddress(design, operation),
  };
}

function wireParameter({ name, parameter }: Argument): WireParameter {
  const { in: place, required, style, explode, allowReserved, mediaType } = parameter;
  const shape = mediaType === undefined ? parameter.shape : "primitive";
  return {
    name: parameter.name,
    in: place,
    ...(name !== parameter.name && { argument: name }),
    ...(required && place !== "path" && { required }),
    ...(shape !== "primitive" && { shape }),
    ...(style !== "simple" && style !== "form" && { style }),
    ...(explode && shape !== "primitive" && { explode }),
    ...(allowReserved && { allowReserved }),
    ...(mediaType !== undefined && { json: true }),
  };
}

/** Of a parameter that is plain text in the path, the template says enough. */
function isWorthSaying(parameter: WireParameter): boolean {
  return parameter.in !== "path" || Object.keys(parameter).length > 2;
}

function wireAddress(design: Design, operation: Operation): WireAddress | undefined {
  const { option, otherwise, suffix } = design.addressOf(operation) ?? {};
  const address = {
    ...(option !== undefined && { option }),
    ...(otherwise !== undefined && { otherwise }),
    ...(suffix && { suffix }),
  };
  return Object.keys(address).length === 0 ? undefined : address;
}

function wireIncludes(design: Design, operation: Operation): WireOperation["includes"] {
  const { includes } = operation;
  const isAsked = (parameter: Parameter): boolean =>
    parameter.in === "query" && parameter.name === includes?.parameter;
  const found = design.argumentsOf(operation).find(({ parameter }) => isAsked(parameter));
  if (includes === undefined || found === undefined) return undefined;
  const adds = [...includes.adds].map(([value, pointer]) => [value, parsePointer(pointer)] as const);
  const bodies = answersOf(operation).flatMap(({ content }) => content);
  const nullable = adds.filter(([, path]) =>
    bodies.some(({ schema, pointer }) => isNullableAt(design.contract.resolve, schema, pointer, path)),
  );
  return {
    argument: found.name,
    adds: Object.fromEntries(adds),
    ...(nullable.length > 0 && { nullable: nullable.map(([value]) => value) }),
  };
}

function wireSchemes({ contract }: Design): Record<string, Row<Required<WireScheme>>> {
  const used = contract.operations.flatMap(waysOf).flat();
  const rows = contract.securitySchemes
    .filter(({ key }) => used.some((scheme) => scheme.key === key))
    .map(({ key, in: place, name, scheme }) => {
      return [key, { in: place, name, basic: scheme === "basic" ? true : undefined }] as const;
    });
  return Object.fromEntries(rows);
}

function wireSettings({ contract, settings }: Design): Record<string, { header: string; pattern?: string }> {
  return Object.fromEntries(
    settings.map(({ option, parameter }) => {
      const { schema } = contract.resolve(parameter.schema, parameter.pointer);
      const pattern = isObject(schema) ? schema["pattern"] : undefined;
      return [option, { header: parameter.name, ...(typeof pattern === "string" && { pattern }) }];
    }),
  );
}
