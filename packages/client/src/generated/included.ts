// Generated from the contract by `npm run generate`. Do not edit: edit openapi/openapi.yaml.
import type { If } from "../types.ts";
import type { Schemas } from "../types.ts";

/** The schema, with what is asked for and without the rest. */
export type VariableCageRelationshipsWith<Asked> = Omit<Schemas["VariableCageRelationships"], "author" | "client" | "values"> & { [Name in Asked & ("author" | "client" | "values")]: Exclude<Schemas["VariableCageRelationships"][Name], undefined> };

/** The schema, with what is asked for and without the rest. */
export type VariableCageWith<Asked> = Omit<Schemas["VariableCage"], "relationships"> & If<Asked, "author" | "client" | "values", { relationships: VariableCageRelationshipsWith<Asked> }, { relationships?: Omit<NonNullable<Schemas["VariableCage"]["relationships"]>, "author" | "client" | "values"> }>;

/** The schema, with what is asked for and without the rest. */
export type VariableCageDocumentWith<Asked> = Omit<Schemas["VariableCageDocument"], "data"> & { data: VariableCageWith<Asked> };
