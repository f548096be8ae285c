import { assertData } from "./check-data.ts";
import { assertDiscriminators } from "./check-discriminators.ts";
import { assertEndings } from "./check-endings.ts";
import { checkOperationIds } from "./check-operation-ids.ts";
import { checkPaths } from "./check-paths.ts";
import { assertSchemas } from "./check-schemas.ts";
import { isObject, type JsonObject } from "./json.ts";
import { appendPointer } from "./json-pointer.ts";
import type { Contract, Operation, SchemaModel, SecurityScheme, SourceLocation } from "./model.ts";
import { documentAsSentBy, type Sender } from "./one-way.ts";
import { readRequestBody, readResponses } from "./read-body.ts";
import { readIncludes } from "./read-includes.ts";
import { readParameters } from "./read-parameter.ts";
import { readGaps, readInfo, readSecurity, readSecuritySchemes, readServers, readTags } from "./read-root.ts";
import { defaultScenario, readScenarios } from "./read-scenarios.ts";
import { createReading, type Placed, type Reading, text } from "./reading.ts";
import { withReferencesAlone } from "./references-alone.ts";
import { createSchemaJudge, type SchemaJudge } from "./schema-judge.ts";

/** Where a document comes from. */
export interface DocumentSource {
  /** The root file. */
  readonly file: string;
  /** Every file, the root file first. */
  readonly files: readonly string[];
  /** Where a place of the document stands in its file. */
  locate(pointer: string): SourceLocation;
}

/**
 * Reads a bundled document into typed values, and checks its schemas.
 * @throws {ContractError} It contradicts itself; every problem with its place.
 */
export function interpret(given: JsonObject, { file, files, locate }: DocumentSource): Contract {
  const document = withReferencesAlone(given);
  assertData(document, locate);
  assertSchemas(document, locate);
  assertEndings(document, locate);
  assertDiscriminators(document, locate);
  const reading = createReading(document, createJudges(document), locate);
  const top: Placed = { value: document, pointer: "" };
  const securitySchemes = readSecuritySchemes(reading, top);
  const contract: Contract = {
    file,
    files,
    document,
    info: readInfo(top),
    servers: readServers(reading, top),
    tags: readTags(reading, top),
    operations: readOperations(reading, top, securitySchemes),
    securitySchemes,
    schemas: readSchemas(reading, top),
    gaps: readGaps(reading, top),
    locate,
    resolve: reading.resolve,
  };
  reading.finish();
  return contract;
}

/** The judge of the schemas for what either side sends, and for what is sent by both or none. */
function createJudges(document: JsonObject): (sender: Sender | undefined) => SchemaJudge {
  const both = createSchemaJudge(document);
  const judgeOf = (sender: Sender): SchemaJudge => {
    const sent = documentAsSentBy(document, sender);
    return sent === document ? both : createSchemaJudge(sent, sender === "server");
  };
  const judges = { client: judgeOf("client"), server: judgeOf("server") };
  return (sender) => (sender === undefined ? both : judges[sender]);
}

/** The fixed fields of a Path Item Object that are operations (OpenAPI 3.1). */
const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

function readOperations(reading: Reading, top: Placed, schemes: readonly SecurityScheme[]): Operation[] {
  const read = reading.members(top, "paths").flatMap(([path, item]) =>
    Object.keys(item.value)
      .filter((name) => methods.includes(name))
      .flatMap((method) => {
        const operation = reading.follow(item.value[method], appendPointer(item.pointer, method));
        return operation === undefined
          ? []
          : readOperation(reading, { top, path, item, method, operation }, schemes);
      }),
  );
  const operations = read.map((operation) => {
    const scenarios = readScenarios(operation, read);
    return { ...operation, scenarios, defaultScenario: defaultScenario(scenarios) };
  });
  checkOperationIds(reading, operations);
  checkPaths(reading, operations);
  return operations;
}

interface OperationPlace {
  readonly top: Placed;
  readonly path: string;
  readonly item: Placed;
  readonly method: string;
  readonly operation: Placed;
}

function readOperation(
  reading: Reading,
  place: OperationPlace,
  schemes: readonly SecurityScheme[],
): Omit<Operation, "scenarios" | "defaultScenario"> {
  const { top, path, item, method, operation } = place;
  const { value, pointer } = operation;
  const operationId = text(value, "operationId");
  if (operationId === "")
    reading.problem("An operation has an operationId: it names the client's method.", pointer);
  const parameters = readParameters(reading, item, operation);
  const responses = readResponses(reading, operation);
  return {
    operationId,
    method: method.toUpperCase(),
    path,
    summary: text(value, "summary"),
    description: text(value, "description"),
    deprecated: value["deprecated"] === true,
    tags: Array.isArray(value["tags"]) ? value["tags"].map(String) : [],
    servers: readServers(reading, operation, item, top),
    parameters,
    requestBody: readRequestBody(reading, operation),
    responses,
    security: readSecurity(reading, schemes, top, operation),
    includes: readIncludes(reading, { method: method.toUpperCase(), parameters, responses }),
    pointer,
  };
}

function readSchemas(reading: Reading, top: Placed): Map<string, SchemaModel> {
  const components = top.value["components"];
  const schemas = isObject(components) ? components["schemas"] : undefined;
  const found = new Map<string, SchemaModel>();
  for (const [name, schema] of isObject(schemas) ? Object.entries(schemas) : []) {
    found.set(name, reading.schema(schema, appendPointer("/components/schemas", name)));
  }
  return found;
}
