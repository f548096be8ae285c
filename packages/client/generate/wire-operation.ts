import {
  appendPointer,
  type Contract,
  essenceOf,
  isJson,
  type MediaType,
  type Operation,
  type Parameter,
  parsePointer,
} from "@workflow-api/contract";
import type { Argument, ClientDesign } from "@workflow-api/contract/calls";
import { literal, Source } from "@workflow-api/contract/calls";
import type { WireAddress } from "../src/operation.ts";
import { certainPath } from "./certain-path.ts";
import { errorClasses } from "./error-types.ts";
import { idleValues } from "./idle-values.ts";
import { isFlat } from "./is-flat.ts";
import { commonMembers, isNeverNull } from "./members.ts";
import { answersOf, errorsOf, isAlways, waysOf } from "./reading.ts";
import { statedStyle, wireBody } from "./wire-body.ts";
import { type MediaConstants, parametersOf } from "./wire-media.ts";

/** A row of the table; what is `undefined` is left out of it. */
type Row = Readonly<Record<string, unknown>>;

/** How an operation travels, as a row of the generated table. */
export function wireOperation(design: ClientDesign, operation: Operation, media: MediaConstants): Row {
  const ways = waysOf(operation);
  const settings = design.settingsOf(operation).map(({ option }) => option);
  const args = design.argumentsOf(operation);
  const parameters = args.map((each) => wireParameter(design, operation, each)).filter(isWorthSaying);
  const contents = [...answersOf(operation), ...errorsOf(operation)].flatMap(({ content }) => content);
  const hasHead = args.some(({ parameter }) => parameter.in === "header" || parameter.in === "cookie");
  return {
    method: operation.method,
    path: operation.path,
    security: ways.flat().length === 0 ? undefined : ways.map((way) => way.map(({ key }) => key)),
    accept: [...new Set(contents.map(({ mediaType }) => mediaType))].join(", ") || undefined,
    settings: settings.length === 0 ? undefined : settings,
    parameters: parameters.length === 0 ? undefined : parameters,
    head: hasHead ? new Source("inHead") : undefined,
    body: wireBody(operation),
    responses: wireResponses(design, operation, media),
    address: wireAddress(design, operation),
  };
}

function wireResponses(design: ClientDesign, operation: Operation, media: MediaConstants): Row {
  const classes = errorClasses(design);
  // The most specific one counts (OpenAPI 3.1, "Response Object").
  const mediaOf = (content: readonly MediaType[], isAsked: boolean): Row => {
    const specific = content.toSorted(
      (one, other) =>
        wildcardsOf(one) - wildcardsOf(other) ||
        parametersOf(other.mediaType).length - parametersOf(one.mediaType).length,
    );
    const rows = specific.map((each) =>
      withoutAsked(media.of(each, content), isAsked ? silentIn(operation, each) : []),
    );
    return content.length === 0 ? {} : { media: rows };
  };
  return Object.fromEntries([
    ...answersOf(operation).map(({ key, content }) => [
      key,
      { ...mediaOf(content, true), ...requiredIn(design, operation, content) },
    ]),
    ...errorsOf(operation).map(({ status, content }) => [
      status,
      {
        ...mediaOf(content, false),
        ...requiredIn(design, operation, content),
        error: new Source(classes.get(status) ?? ""),
      },
    ]),
  ]);
}

/** The values of parameters that add nothing to a body. */
function silentIn({ includes }: Operation, body: MediaType): string[] {
  const silent = includes.filter(({ bodies }) => !bodies.includes(body));
  return [...new Set(silent.map(({ value }) => value))];
}

function withoutAsked(media: Source, names: readonly string[]): Source {
  return names.length === 0 ? media : new Source(`{ ...${media.text}, without: ${literal(names)} }`);
}

/** What every body of a response has; nothing where one may be no object. */
function requiredIn({ contract }: ClientDesign, operation: Operation, content: readonly MediaType[]): Row {
  const names = commonMembers(contract, content);
  const nullable = names.filter((name) => !content.every((body) => isNeverNull(contract, body, name)));
  return {
    requires:
      names.length === 0 ? undefined : names.map((name) => pathTo(contract, operation, content, [name])),
    nullable: nullable.length === 0 ? undefined : nullable,
  };
}

/** The path to what is always there with a member; to the member itself where the bodies may differ. */
function pathTo(
  contract: Contract,
  { includes }: Operation,
  content: readonly MediaType[],
  path: readonly string[],
): readonly string[] {
  const [body, ...others] = content;
  if (body === undefined || others.length > 0) return path;
  const asked = includes.map(({ adds }) => adds);
  return certainPath(contract, body, path, (each) => asked.includes(appendPointer("", ...each)));
}

function wildcardsOf({ mediaType }: MediaType): number {
  return essenceOf(mediaType).split("*").length;
}

function wireParameter(design: ClientDesign, operation: Operation, { name, parameter }: Argument): Row {
  const { in: place, required } = parameter;
  return {
    name: parameter.name,
    in: place,
    argument: name === parameter.name ? undefined : name,
    required: (required && place !== "path") || undefined,
    ...serialisationOf(design, parameter),
    ...includesOf(design, operation, parameter),
  };
}

/** What writes a parameter; nothing if it is plain text. */
function serialisationOf({ contract }: ClientDesign, parameter: Parameter): Row {
  const { in: place, shape, style, explode, allowReserved, mediaType } = parameter;
  if (mediaType !== undefined && isJson(mediaType)) return { write: new Source("jsonText") };
  // Any other media type is that of a text.
  if (mediaType !== undefined) return {};
  const details = {
    shape: shape === "primitive" ? undefined : shape,
    ...statedStyle(style, explode && shape !== "primitive"),
    allowReserved: allowReserved || undefined,
    nested: (shape !== "primitive" && !isFlat(contract, parameter)) || undefined,
  };
  const given = Object.values(details).filter((detail) => detail !== undefined);
  if (given.length === 0) return {};
  // By far the most frequent list, whose writer is a tenth of the one for all styles.
  const isComma = place === "query" && given.join() === "array";
  if (shape !== "primitive" && !isAlways([shape, "null"], contract, [parameter])) {
    return { write: new Source("ofAnyShape"), ...details, shape: undefined };
  }
  return isComma ? { write: new Source("commaList") } : { write: new Source("styled"), ...details };
}

/** Of a parameter that is plain text in the path, the template says enough. */
function isWorthSaying({ name: _name, in: place, ...details }: Row): boolean {
  return place !== "path" || Object.values(details).some((detail) => detail !== undefined);
}

/** What each value of a parameter asks for. */
function includesOf(design: ClientDesign, operation: Operation, parameter: Parameter): Row {
  const { contract } = design;
  const own = operation.includes.filter((include) => include.parameter === parameter);
  if (own.length === 0) return {};
  const adds = own.map(({ value, adds: pointer, bodies, isNullable }) => {
    const path = parsePointer(pointer);
    return { value, isNullable, path: isNullable ? path : pathTo(contract, operation, bodies, path) };
  });
  const idle = idleValues(contract, parameter, own).map(String);
  // What asks for nothing is there in any body, null too.
  const nullable = [...adds.filter(({ isNullable }) => isNullable).map(({ value }) => value), ...idle];
  return {
    ...(parameter.shape === "primitive" && { write: new Source("choice") }),
    adds: Object.fromEntries([
      ...adds.map(({ value, path }) => [value, path]),
      ...idle.map((value) => [value, []]),
    ]),
    nullable: nullable.length === 0 ? undefined : nullable,
  };
}

function wireAddress(design: ClientDesign, operation: Operation): WireAddress | undefined {
  const { option, otherwise, suffix } = design.addressOf(operation) ?? {};
  const address = {
    ...(option !== undefined && { option }),
    // As the platform writes it: a request that a hook has seen is compared with it.
    ...(otherwise !== undefined && { otherwise: new URL(otherwise).href.replace(/\/+$/, "") }),
    ...(suffix && { suffix }),
  };
  return Object.keys(address).length === 0 ? undefined : address;
}
