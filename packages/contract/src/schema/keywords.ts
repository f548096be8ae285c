import type { Ajv2020, AnySchema, ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import type { DataValidationCxt } from "ajv/dist/types/index.js";
import { canonicalText, isEqual, isObject, type JsonValue } from "../json.ts";

// Keywords of JSON Schema that Ajv does not report as people need it.

/** Validates a value: what is wrong with it. */
type Validate = (value: unknown) => readonly ErrorObject[];

/**
 * Replaces keywords that Ajv reports for each branch or without their pointers, or compares by the
 * methods of values.
 */
export function replaceKeywords(
  ajv: Ajv2020,
  validateTarget: (reference: string) => Validate,
): void {
  addKeyword(ajv, "$ref", validateTarget);
  for (const keyword of ["anyOf", "oneOf"])
    addKeyword(ajv, keyword, (schemas: readonly AnySchema[]) => {
      const branches = schemas.map((schema) => ajv.compile(schema));
      return (value) => validateBranches(keyword, branches, value);
    });
  addKeyword(ajv, "propertyNames", (schema: AnySchema) => {
    const validateName = ajv.compile(schema);
    return (value) =>
      Object.keys(isObject(value) ? value : {}).flatMap((name) => {
        const [error] = errorsOf(validateName, name);
        return error === undefined ? [] : [errorOf("propertyNames", { name, error })];
      });
  });
  // Ajv calls a member that is named `valueOf` or `toString`, and so fails at a hostile body.
  addKeyword(ajv, "const", (allowedValue: JsonValue) => (value) => {
    return isEqual(allowedValue, value) ? [] : [errorOf("const", { allowedValue })];
  });
  addKeyword(ajv, "enum", (allowedValues: readonly JsonValue[]) => (value) => {
    const isAllowed = allowedValues.some((each) => isEqual(each, value));
    return isAllowed ? [] : [errorOf("enum", { allowedValues })];
  });
  addKeyword(ajv, "uniqueItems", (isUnique: boolean) => (value) => {
    return isUnique && Array.isArray(value) ? repeatedItem(value) : [];
  });
}

function repeatedItem(items: readonly unknown[]): ErrorObject[] {
  const seen = new Map<string, number>();
  for (const [i, item] of items.entries()) {
    const text = canonicalText(item);
    const j = seen.get(text);
    if (j !== undefined) return [errorOf("uniqueItems", { i, j })];
    seen.set(text, i);
  }
  return [];
}

/** An error at the value itself. */
function errorOf(keyword: string, params: ErrorObject["params"]): ErrorObject {
  return { keyword, instancePath: "", schemaPath: "", params };
}

/** What a schema finds wrong with a value. */
export function errorsOf(validate: ValidateFunction, value: unknown): readonly ErrorObject[] {
  return validate(value) ? [] : (validate.errors ?? []);
}

/** Replaces a keyword of Ajv by a custom one that reports its own errors. */
function addKeyword<Schema>(
  ajv: Ajv2020,
  keyword: string,
  createValidate: (schema: Schema) => Validate,
): void {
  ajv.removeKeyword(keyword);
  ajv.addKeyword({
    keyword,
    errors: "full",
    compile: (schema: Schema) => {
      const validate = createValidate(schema);
      const isValid = (value: unknown, context?: DataValidationCxt): boolean => {
        const path = context?.instancePath ?? "";
        isValid.errors = validate(value).map((error) => ({
          ...error,
          instancePath: path + error.instancePath,
        }));
        return isValid.errors.length === 0;
      };
      isValid.errors = [] as Partial<ErrorObject>[];
      return isValid;
    },
  });
}

/**
 * Ajv reports the errors of every branch of `oneOf` and `anyOf`. This reports those of the nearest
 * branch, which was probably meant.
 */
function validateBranches(
  keyword: string,
  branches: readonly ValidateFunction[],
  value: unknown,
): readonly ErrorObject[] {
  const found = branches.map((branch) => errorsOf(branch, value));
  const matches = found.filter((errors) => errors.length === 0).length;
  if (matches === 0) return agreed(found) ?? nearest(found);
  if (matches === 1 || keyword === "anyOf") return [];
  const message = `must match exactly one of ${branches.length} schemas, but matches ${matches}`;
  return [{ ...errorOf(keyword, {}), message }];
}

/** Whether an error decides which branch was meant: that of a tag or of the type. */
function isDecisive({ instancePath, keyword }: ErrorObject): boolean {
  return keyword === "const" || (keyword === "type" && instancePath === "");
}

/** If no branch allows the tag or the type of a value, the ones that they allow. */
function agreed([first = [], ...rest]: readonly (readonly ErrorObject[])[]):
  | ErrorObject[]
  | undefined {
  for (const error of first.filter(isDecisive)) {
    const isLike = ({ instancePath, keyword }: ErrorObject): boolean =>
      keyword === error.keyword && instancePath === error.instancePath;
    const same = rest.flatMap((errors) => errors.find(isLike) ?? []);
    if (same.length < rest.length) continue;
    const values = [error, ...same].flatMap(
      ({ params }) => params["type"] ?? [params["allowedValue"]],
    );
    const allowed = [...new Set(values)];
    const keyword = error.keyword === "type" ? "type" : "enum";
    return [{ ...error, keyword, params: { type: allowed, allowedValues: allowed } }];
  }
  return undefined;
}

function nearest(found: readonly (readonly ErrorObject[])[]): readonly ErrorObject[] {
  const weight = (error: ErrorObject): number =>
    (isDecisive(error) ? 100 : 1) + (error.instancePath === "" ? 10 : 0);
  const distances = found.map((errors) => errors.reduce((sum, error) => sum + weight(error), 0));
  return found[distances.indexOf(Math.min(...distances))] ?? [];
}
