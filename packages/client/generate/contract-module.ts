import {
  type Contract,
  isObject,
  type JsonObject,
  type JsonValue,
  pointerOfReference,
  valueAt,
} from "@workflow-api/contract";
import { generateTypes } from "@workflow-api/types/generate";
import { designClient } from "../src/calls.ts";
import { type Declarations, narrowingOf } from "./narrowing.ts";
import { contractModule, includedModule, operationsModule } from "./source.ts";

/**
 * Generates the modules of the client of a contract: their source text by name.
 *
 * @throws {Error} No client can be generated for parts of the contract; the message lists them.
 */
export function generateModules(contract: Contract): Readonly<Record<string, string>> {
  assertPossible(contract);
  const declarations: Declarations = new Map();
  const narrowings = contract.operations.flatMap(
    (operation) => narrowingOf(contract, operation, declarations) ?? [],
  );
  return {
    "contract.ts": contractModule(contract, narrowings),
    "operations.ts": operationsModule(contract),
    "included.ts": includedModule(narrowings, declarations),
    "openapi.ts": generateTypes(typedDocument(contract)),
  };
}

/**
 * The members of every client or every object: a method of such a name would not be found, or the
 * wrong one.
 */
const ofObjects = Object.getOwnPropertyNames(Object.prototype);
const reserved = ["safe", "withResponse", "then", ...ofObjects];

function assertPossible({ operations }: Contract): void {
  const problems = operations.flatMap(({ operationId, security, parameters }) => [
    ...(reserved.includes(operationId) ? [`${operationId}: no method can have this name`] : []),
    ...parameters
      .filter(({ in: place, name }) => place === "path" && ["body", ...ofObjects].includes(name))
      .map(({ name }) => `${operationId}: no path parameter can have the name ${name}`),
    ...security
      .filter(
        (requirement) =>
          new Set(requirement.map(({ header }) => header.toLowerCase())).size < requirement.length,
      )
      .map(
        (requirement) =>
          `${operationId}: ${requirement.map(({ name }) => name).join(" and ")} go in one header`,
      ),
  ]);
  if (problems.length > 0)
    throw new Error(`The client cannot be generated:\n${problems.join("\n")}`);
}

/**
 * The document without the headers that the client sends by itself: its openapi-fetch client does
 * not take them.
 */
function typedDocument(contract: Contract): JsonObject {
  const { document } = contract;
  const sent = designClient(contract).settings.map(({ parameter }) => parameter.key);
  const isSent = (parameter: JsonObject): boolean => {
    const { $ref: reference } = parameter;
    const found =
      typeof reference === "string" ? valueAt(document, pointerOfReference(reference)) : parameter;
    return (
      isObject(found) && sent.includes(`${found["in"]} ${String(found["name"]).toLowerCase()}`)
    );
  };
  const cleared = (holder: JsonObject): JsonObject => {
    const { parameters } = holder;
    if (!Array.isArray(parameters)) return holder;
    return { ...holder, parameters: parameters.filter((each: JsonObject) => !isSent(each)) };
  };
  const paths = mapObjects(document["paths"], (path) => mapObjects(cleared(path), cleared));
  return { ...document, paths };
}

/** An object with its members that are objects changed. */
function mapObjects(
  object: JsonValue | undefined,
  change: (member: JsonObject) => JsonObject,
): JsonObject {
  const members = Object.entries(isObject(object) ? object : {}).map(([name, member]) => [
    name,
    isObject(member) ? change(member) : member,
  ]);
  return Object.fromEntries(members);
}
