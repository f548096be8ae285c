import { Ajv2020, type AnySchemaObject, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { createCertainty } from "./certain-schema.ts";
import { compareAsJson } from "./equality-keywords.ts";
import { isObject, type JsonObject, type JsonValue } from "./json.ts";
import { createMeantErrors, type MeantErrors } from "./meant-errors.ts";
import { isNeverAnswered } from "./one-way.ts";
import type { Violation } from "./violation.ts";

/** Judges values by the schemas of one document. */
export interface SchemaJudge {
  /**
   * The judgement of the schema at a pointer. It is compiled when the first value is judged, unless it might not be one.
   * @throws {Error} The schema is not a JSON Schema of the 2020-12 dialect.
   */
  compile(pointer: string): Judgement;
}

/** What a schema says of values. */
export interface Judgement {
  /** Whether there is no violation. That is told sooner than which there are. */
  accepts(value: unknown): boolean;
  validate(value: unknown): readonly Violation[];
}

/** Keywords that the OpenAPI 3.1 dialect adds to JSON Schema, and one that Ajv follows without knowing it. All only tell. */
const annotations = ["discriminator", "example", "externalDocs", "xml", "$anchor"];

const documentUri = "contract:/openapi";

/**
 * All schemas of a document, with `$ref`s between them, formats asserted and unknown keywords refused.
 * @param isAnswered Whether it is the document as the server sends it, in which some members are never answered.
 */
export function createSchemaJudge(document: JsonObject, isAnswered = false): SchemaJudge {
  const ajv = new Ajv2020({
    allErrors: true,
    allowMatchingProperties: true,
    allowUnionTypes: true,
    logger: { log: () => undefined, warn: refuseUnlessIgnored, error: () => undefined },
    // A property may be called `constructor`, which every object inherits.
    ownProperties: true,
    strictRequired: false,
    strictSchema: "log",
    strictTuples: false,
    strictTypes: false,
    validateSchema: false,
    // Only by what stands around it does a refusal show of what branch it is, or that a member is never answered.
    verbose: isAnswered || hasChoices(document),
  });
  addFormats.default(ajv);
  compareAsJson(ajv);
  // Ajv looks at the document as a schema too: its fixed fields are no unknown keywords.
  const known = new Set([...annotations, ...Object.keys(document), ...extensions(document)]);
  for (const name of known) if (ajv.getKeyword(name) === false) ajv.addKeyword(name);
  for (const format of formats(document)) if (ajv.formats[format] === undefined) ajv.addFormat(format, true);
  const clash = clashOf(() => ajv.addSchema(document as AnySchemaObject, documentUri, undefined, false));
  const compile = (pointer: string): ValidateFunction => {
    if (clash !== undefined) throw clash;
    return ajv.compile({ $ref: `${documentUri}#${encodeURI(pointer)}` });
  };
  const branches = new Map<string, ValidateFunction>();
  const parted = createMeantErrors(document, (pointer, value) => {
    const validate = branches.get(pointer) ?? compile(pointer);
    branches.set(pointer, validate);
    return validate(value) ? [] : (validate.errors ?? []);
  });
  const isCertain = clash === undefined ? createCertainty(document) : (): boolean => false;
  return {
    compile: (pointer) => {
      let compiled = isCertain(pointer) ? undefined : compile(pointer);
      const errorsOf = (value: unknown): readonly ErrorObject[] => {
        compiled ??= compile(pointer);
        return compiled(value) ? [] : (compiled.errors ?? []);
      };
      return {
        accepts: (value) => errorsOf(value).length === 0,
        validate: (value) => toViolations(parted(errorsOf(value)), isAnswered),
      };
    },
  };
}

/** A keyword that says nothing where it stands, such as `then` without `if`, is allowed (JSON Schema 2020-12, 10.2.2). */
function refuseUnlessIgnored(message: string): void {
  if (!/ignored$/.test(message)) throw new Error(message);
}

/** What is wrong with the identifiers of the schemas: no schema of the document can be used then. */
function clashOf(add: () => void): Error | undefined {
  try {
    add();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function toViolations({ aside, meant }: MeantErrors, isAnswered: boolean): Violation[] {
  const violationOf = (error: ErrorObject): Violation => ({
    pointer: error.instancePath,
    ...(isAnswered && isNeverAnswered(error.parentSchema)
      ? { keyword: "writeOnly", message: "is writeOnly, so that no answer holds it" }
      : { keyword: error.keyword, message: describe(error) }),
  });
  return [...meant.map(violationOf), ...aside.map((error) => ({ ...violationOf(error), isAside: true }))];
}

function describe({ keyword, message = "must be valid", params }: ErrorObject): string {
  if (keyword === "enum") return `${message}: ${params["allowedValues"].map(show).join(", ")}`;
  if (keyword === "const") return `${message} ${show(params["allowedValue"])}`;
  if (keyword === "additionalProperties") return `${message}: ${show(params["additionalProperty"])}`;
  return message;
}

function show(value: unknown): string {
  return JSON.stringify(value);
}

function* members(value: JsonValue | undefined): Generator<[string, JsonValue | undefined]> {
  if (Array.isArray(value)) for (const item of value) yield* members(item);
  if (!isObject(value)) return;
  for (const [name, member] of Object.entries(value)) {
    yield [name, member];
    yield* members(member);
  }
}

function extensions(document: JsonObject): Set<string> {
  return new Set([...members(document)].map(([name]) => name).filter((name) => name.startsWith("x-")));
}

function hasChoices(document: JsonObject): boolean {
  for (const [name] of members(document)) if (name === "oneOf" || name === "anyOf") return true;
  return false;
}

function formats(document: JsonObject): Set<string> {
  const found = new Set<string>();
  for (const [name, value] of members(document))
    if (name === "format" && typeof value === "string") found.add(value);
  return found;
}
