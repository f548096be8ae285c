// Generated from the contract by `npm run generate`. Do not edit: edit openapi/openapi.yaml.
import type * as client from "../types.ts";

/** What operations return if a call asks for this. */
export interface Narrowed<Asked> {
  getVariablesCage: VariableCageDocumentWith<Asked>;
}

/** The schema, with what is asked for and without the rest. */
export type VariableCageRelationshipsWith<Asked> = Omit<client.Schemas["VariableCageRelationships"], "author" | "client" | "values"> & { [Name in Asked & ("author" | "client" | "values")]: Exclude<client.Schemas["VariableCageRelationships"][Name], undefined> };

/** The schema, with what is asked for and without the rest. */
export type VariableCageWith<Asked> = Omit<client.Schemas["VariableCage"], "relationships"> & client.If<Asked, "author" | "client" | "values", { relationships: VariableCageRelationshipsWith<Asked> }, { relationships?: VariableCageRelationshipsWith<Asked> }>;

/** The schema, with what is asked for and without the rest. */
export type VariableCageDocumentWith<Asked> = Omit<client.Schemas["VariableCageDocument"], "data"> & { data: VariableCageWith<Asked> };
