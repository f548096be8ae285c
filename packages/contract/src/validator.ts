import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import type { DataValidationCxt } from "ajv/dist/types/index.js";
import addFormats from "ajv-formats";
import { appendPointer, isObject, type JsonObject, type JsonValue } from "./json.ts";
import type { SchemaViolation } from "./model.ts";

/** The formats that are asserted. A text that is not of its format is not valid. */
export const formats = [
  "date",
  "date-time",
  "duration",
  "email",
  "hostname",
  "ipv4",
  "ipv6",
  "json-pointer",
  "regex",
  "relative-json-pointer",
  "time",
  "uri",
  "uri-reference",
  "uri-template",
  "uuid",
  "int32",
  "int64",
  "float",
  "double",
] as const;

const documentUri = "contract:/openapi";

/**
 * The one validator: judges values by the schemas of a document that keeps to the profile. A schema is compiled when the
 * first value is held to it.
 *
 * @returns What is wrong with a value by the schema at a JSON Pointer of the document.
 */
export function createValidator(
  document: JsonObject,
): (pointer: string, value: unknown) => SchemaViolation[] {
  const ajv = new Ajv2020({
    allErrors: true,
    // A property may be called `constructor`, which every object inherits.
    ownProperties: true,
    strict: false,
    validateSchema: false,
    logger: false,
  });
  addFormats.default(ajv, [...formats]);
  const compiled = new Map<string, ValidateFunction>();
  const validatorAt = (pointer: string): ValidateFunction => {
    let validate = compiled.get(pointer);
    if (validate === undefined) {
      validate = ajv.compile({ $ref: `${documentUri}#${encodeURI(pointer)}` });
      compiled.set(pointer, validate);
    }
    return validate;
  };
  explainChoices(ajv, choicesIn(document), (pointer, value) => errorsOf(validatorAt(pointer), value));
  ajv.addSchema(document, documentUri, undefined, false);
  return (pointer, value) =>
    errorsOf(validatorAt(pointer), value).map((error) => ({
      pointer: error.instancePath,
      keyword: error.keyword,
      message: describe(error),
    }));
}

function errorsOf(validate: ValidateFunction, value: unknown): readonly ErrorObject[] {
  return validate(value) ? [] : (validate.errors ?? []);
}

/**
 * Ajv lists what is wrong by every branch of `oneOf` and `anyOf`. These two tell what is wrong by the branch that comes
 * nearest, because that is the one that was meant.
 */
function explainChoices(
  ajv: Ajv2020,
  pointers: ReadonlyMap<unknown, string>,
  validate: (pointer: string, value: unknown) => readonly ErrorObject[],
): void {
  for (const keyword of ["anyOf", "oneOf"] as const) {
    ajv.removeKeyword(keyword);
    ajv.addKeyword({
      keyword,
      schemaType: "array",
      errors: "full",
      compile: (branches: readonly unknown[]) => {
        const pointer = pointers.get(branches) ?? "";
        const choose = (value: unknown, context?: DataValidationCxt): boolean => {
          const found = branches.map((_, index) => validate(appendPointer(pointer, index), value));
          const matches = found.filter((errors) => errors.length === 0).length;
          if (matches === 1 || (matches > 1 && keyword === "anyOf")) return true;
          const at = context?.instancePath ?? "";
          choose.errors =
            matches > 1
              ? [
                  choiceError(
                    keyword,
                    at,
                    `must match exactly one of ${branches.length} schemas, and matches ${matches}`,
                  ),
                ]
              : nearest(found).map((error) => ({ ...error, instancePath: at + error.instancePath }));
          return false;
        };
        choose.errors = [] as Partial<ErrorObject>[];
        return choose;
      },
    });
  }
}

function choiceError(keyword: string, instancePath: string, message: string): Partial<ErrorObject> {
  return { keyword, instancePath, schemaPath: "", params: {}, message };
}

/** Keywords that tell one branch from another: a value that breaks them was hardly meant for the branch. */
const telling = new Set(["type", "const", "enum", "required"]);

function nearest(found: readonly (readonly ErrorObject[])[]): readonly ErrorObject[] {
  const distance = (errors: readonly ErrorObject[]): number =>
    errors.reduce(
      (sum, { keyword, instancePath }) =>
        sum + (telling.has(keyword) ? 10 : 1) + (instancePath === "" ? 10 : 0),
      0,
    );
  return found.reduce((best, errors) => (distance(errors) < distance(best) ? errors : best));
}

/** The JSON Pointer of each list of branches in a document. */
function choicesIn(document: JsonObject): Map<unknown, string> {
  const found = new Map<unknown, string>();
  const visit = (value: JsonValue | undefined, pointer: string): void => {
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) visit(item as JsonValue, appendPointer(pointer, index));
    } else if (isObject(value)) {
      for (const [name, member] of Object.entries(value)) {
        const below = appendPointer(pointer, name);
        if ((name === "oneOf" || name === "anyOf") && Array.isArray(member)) found.set(member, below);
        visit(member, below);
      }
    }
  };
  visit(document, "");
  return found;
}

function describe({ keyword, message = "must be valid", params }: ErrorObject): string {
  if (keyword === "enum") {
    const allowed = (params["allowedValues"] as readonly unknown[]).map((value) => JSON.stringify(value));
    return allowed.length === 1 ? `must be ${allowed[0]}` : `must be one of ${allowed.join(", ")}`;
  }
  if (keyword === "const") return `must be ${JSON.stringify(params["allowedValue"])}`;
  if (keyword === "required") return `must have the member ${JSON.stringify(params["missingProperty"])}`;
  if (keyword === "additionalProperties")
    return `must not have the member ${JSON.stringify(params["additionalProperty"])}`;
  if (keyword === "format") return `must be ${formatText(String(params["format"]))}`;
  if (keyword === "type") return `must be ${[params["type"]].flat().map(typeText).join(" or ")}`;
  if (keyword === "false schema") return "must not be there";
  return message.replace("fewer than", "at least").replace("NOT ", "not ");
}

const typeTexts: Readonly<Record<string, string>> = {
  array: "a list",
  boolean: "true or false",
  integer: "an integer",
  null: "null",
  number: "a number",
  object: "an object",
  string: "a string",
};

function typeText(type: unknown): string {
  return typeTexts[String(type)] ?? String(type);
}

const formatTexts: Readonly<Record<string, string>> = {
  date: "a date such as 2024-01-31",
  "date-time": "a date and time such as 2024-01-31T12:00:00Z",
  email: "an e-mail address",
  int32: "an integer of 32 bits",
  int64: "an integer of 64 bits",
  uri: "an absolute URI",
  uuid: "a UUID",
};

function formatText(format: string): string {
  return formatTexts[format] ?? `of the format ${format}`;
}

/** Whether ajv-formats asserts a format. */
export function isKnownFormat(format: unknown): boolean {
  return formats.some((known) => known === format);
}
