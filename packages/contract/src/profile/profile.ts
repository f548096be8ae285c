import { isEqual, type JsonValue } from "../json.ts";
import { formats } from "../validator.ts";
import { isJson } from "../wire.ts";

// What a contract may use, wholly and in one place. Whatever is not in these tables is refused, so
// that no other code of this repository has a branch for it.

/**
 * The fields that each object may have; `!`: it must have it. After the colon what its value is,
 * otherwise it is a text: a leaf or an object of these tables, `[…]` a list of them, `{…}` an
 * object with any names, `@…` one of them or a `$ref` to such a component.
 */
export const objects: ReadonlyMap<string, Fields> = readTable(`
  document         openapi!:version jsonSchemaDialect:dialect info!:info servers:[server] tags:[tag] externalDocs:docs
                   security:[{scopes}] paths!:{path} components:components x-gaps:[gap]
  info             title!:name version!:name summary description termsOfService contact:contact license:license
  contact          name url email
  license          name!:name identifier url
  server           url!:name description variables:{variable}
  variable         default! description enum:[value]
  tag              name!:name description externalDocs:docs
  docs             url!:name description
  gap              id!:name section!:name unknown!:name until_known!:name operations:[value]
  components       schemas:{schema} parameters:{parameter} responses:{response} requestBodies:{requestBody}
                   headers:{header} examples:{example} securitySchemes:{securityScheme}
  apiKey           type!:schemeType in!:keyPlace name!:name description
  bearer           type!:schemeType scheme!:scheme bearerFormat description
  path             summary description servers:[server] parameters:[@parameter] get:operation post:operation
                   put:operation patch:operation delete:operation
  operation        operationId!:id summary description deprecated:flag tags:[value] externalDocs:docs servers:[server]
                   security:[{scopes}] parameters:[@parameter] requestBody:@requestBody responses!:{@response}
  parameter        name!:name in!:place schema!:schema description required:flag deprecated:flag style explode:flag
                   examples:{@example} x-includes:{include}
  header           schema!:schema description required:flag deprecated:flag style:simple explode:flag
                   examples:{@example}
  requestBody      content!:{mediaType} description required:flag
  response         description! headers:{@header} content:{mediaType}
  mediaType        schema!:schema examples:{@example}
  example          value!:any summary description
  schema           $ref:schemaReference type:type enum:[constant] const:any properties:{property} required:[value]
                   additionalProperties:schema items:schema minItems:count maxItems:count uniqueItems:flag
                   minLength:count maxLength:count pattern:pattern format:format minimum:number maximum:number
                   exclusiveMinimum:number exclusiveMaximum:number multipleOf:positive allOf:[branch] oneOf:[branch]
                   anyOf:[branch] title description default:any examples:[any] deprecated:flag $comment
`);

/** What to write in place of what is refused; by default it is to be left out. */
export const instead: ReadonlyMap<string, string> = new Map(
  `
  readOnly writeOnly: use one schema for requests and another one for responses
  if then else dependentRequired dependentSchemas: use oneOf with a branch for each case
  patternProperties propertyNames unevaluatedProperties: use properties and additionalProperties
  $defs definitions: put the schema under components/schemas
  $id $anchor $dynamicRef $dynamicAnchor: refer to schemas by #/components/schemas/NAME
  head options trace: use GET, POST, PUT, PATCH or DELETE
  webhooks callbacks: leave them out: nothing calls them
  links: leave them out: nothing follows them
  $schema: leave it out: the dialect is JSON Schema 2020-12
  encoding: leave it out: bodies are JSON
  $ref: write the object itself here, in this file
  externalValue: write the value itself
  swagger: write the contract in OpenAPI 3.1
  x-gaps: write it at the root
  x-includes: write it on a query parameter
  allowEmptyValue: let the schema allow an empty text
  content: use schema: it is sent as text
  example: use examples
  contains: use items
  prefixItems: use an object with a property for each item
  discriminator: give each branch of oneOf a property with a const
  not: say what is allowed instead
  nullable: add "null" to the list of its types`
    .split("\n  ")
    .flatMap((line) => {
      const [, fields = "", advice = ""] = /^([^:]*): (.*)$/.exec(line) ?? [];
      return fields.split(" ").map((field) => [field, advice] as const);
    }),
);

/** What is wrong with a value; `undefined`: nothing. */
type Leaf = (value: JsonValue) => string | undefined;

const anyOf = new Intl.ListFormat("en-GB", { type: "disjunction" });
const types = among(["string", "integer", "number", "boolean", "null", "object", "array"]);
const text = is((value) => typeof value === "string", "a string");

/** What is wrong with a value of each kind that is no object of the tables. */
export const leaves: Readonly<Record<string, Leaf>> = {
  any: () => undefined,
  constant: () => undefined,
  text,
  value: text,
  name: is(matches(/\S/), "a string, in quotes if it looks like a number"),
  id: is(matches(/^[\w.-]+$/), "a name of letters and digits"),
  flag: is((value) => typeof value === "boolean", "true or false"),
  number: is((value) => typeof value === "number", "a number"),
  positive: is((value) => typeof value === "number" && value > 0, "a number above 0"),
  count: is((value) => Number.isInteger(value) && Number(value) >= 0, "a whole number from 0"),
  include: is(matches(/^\//), "a JSON Pointer into the body, such as /data/author"),
  version: among(["3.1.0", "3.1.1", "3.1.2"]),
  dialect: among(["https://json-schema.org/draft/2020-12/schema"]),
  place: among(["path", "query", "header"]),
  simple: among(["simple"]),
  schemeType: among(["apiKey", "http"], "use apiKey in a header, or http with the scheme bearer"),
  keyPlace: among(["header"]),
  scheme: among(["bearer", "Bearer"], "use bearer, or an apiKey in a header"),
  scopes: (value) => (isEqual(value, []) ? undefined : unsupported(value, "write []")),
  format: among(formats, "leave it out, or say it with a pattern"),
  type: (value) => {
    const listed = Array.isArray(value) && value.length > 0 ? value : [value];
    return listed.map((each: JsonValue) => types(each)).find((problem) => problem !== undefined);
  },
  pattern: (value) => {
    try {
      return typeof value === "string" && new RegExp(value, "u") ? undefined : text(value);
    } catch (error) {
      return `is no regular expression (ECMA-262, with the flag u): ${String(error).replace(/^.*\/u?: /, "")}`;
    }
  },
};

type Names = readonly [isRight: (name: string) => boolean, problem: string];

/** The names that the members of an object may have, by what they are. */
export const names: Readonly<Record<string, Names>> = {
  path: [matches(/^\//), "does not begin with a slash: add one"],
  mediaType: [
    isJson,
    `is not JSON, ${notSupported("use application/json or one that ends with +json")}`,
  ],
  "@response": [
    matches(/^[1-5]\d\d$/),
    `is no exact status, ${notSupported("state each, such as 404")}`,
  ],
};

function matches(form: RegExp): (value: JsonValue) => boolean {
  return (value) => typeof value === "string" && form.test(value);
}

/** The end of each message that refuses something. */
export function notSupported(advice: string): string {
  return `which this kit does not support: ${advice}`;
}

function unsupported(value: JsonValue, advice: string): string {
  return `is ${typeof value === "string" ? value : JSON.stringify(value)}, ${notSupported(advice)}`;
}

function is(isRight: (value: JsonValue) => boolean, expected: string): Leaf {
  return (value) => (isRight(value) ? undefined : `is not ${expected}: write one`);
}

function among(allowed: readonly string[], advice: string = `use ${anyOf.format(allowed)}`): Leaf {
  return (value) =>
    allowed.some((each) => each === value) ? undefined : unsupported(value, advice);
}

/** The fields of an object by name, each with the kind of its value. */
export type Fields = ReadonlyMap<string, { readonly kind: string; readonly isRequired: boolean }>;

function readTable(table: string): ReadonlyMap<string, Fields> {
  const rows = table.trim().split(/\n {2}(?! )/);
  const readField = (field: string): readonly [string, { kind: string; isRequired: boolean }] => {
    const [, name = "", mark, kind] = /^([^!:]+)(!?):?(.*)$/.exec(field) ?? [];
    return [name, { kind: kind || "text", isRequired: mark === "!" }];
  };
  return new Map(
    rows.map((row) => {
      const [object = "", ...fields] = row.split(/\s+/);
      return [object, new Map(fields.map(readField))];
    }),
  );
}
