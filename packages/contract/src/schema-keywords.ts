/** The keywords of JSON Schema 2020-12, those that it keeps of earlier drafts, and those that OpenAPI 3.1 adds. */
const keywords: ReadonlySet<string> = new Set([
  // Core
  ...[
    "$schema",
    "$vocabulary",
    "$id",
    "$anchor",
    "$dynamicAnchor",
    "$ref",
    "$dynamicRef",
    "$defs",
    "$comment",
  ],
  // Applicators
  ...["allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas"],
  ...["prefixItems", "items", "contains", "properties", "patternProperties", "additionalProperties"],
  ...["propertyNames", "unevaluatedItems", "unevaluatedProperties"],
  // Validation
  ...["type", "enum", "const", "multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum"],
  ...[
    "maxLength",
    "minLength",
    "pattern",
    "maxItems",
    "minItems",
    "uniqueItems",
    "maxContains",
    "minContains",
  ],
  ...["maxProperties", "minProperties", "required", "dependentRequired"],
  // Annotations
  ...["title", "description", "default", "deprecated", "readOnly", "writeOnly", "examples", "format"],
  ...["contentEncoding", "contentMediaType", "contentSchema"],
  // Of earlier drafts
  ...["definitions", "dependencies"],
  // OpenAPI
  ...["discriminator", "xml", "externalDocs", "example"],
]);

/** Whether a member of a schema is one that says something, or an extension. */
export function isKeyword(name: string): boolean {
  return keywords.has(name) || name.startsWith("x-");
}
