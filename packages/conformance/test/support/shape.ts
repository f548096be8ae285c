import { readContract, type Shape } from "@workflow-api/contract";
import type { JsonObject } from "@workflow-api/contract/json";

/** The shape of a schema, which may refer to itself as `Root`, and to others by their names. */
export function shapeOf(schema: JsonObject, others: JsonObject = {}): Shape {
  const document = {
    openapi: "3.1.1",
    info: { title: "Values", version: "1" },
    paths: {},
    components: { schemas: { ...others, Root: schema } },
  };
  return readContract(document).shape("/components/schemas/Root");
}
