import { getHttpOperationsFromSpec } from "@stoplight/prism-http";
import {
  type Contract,
  documentAsSentBy,
  isIgnoredHeader,
  isIgnoredResponseHeader,
  isNeverAnswered,
  isObject,
  type JsonObject,
  type JsonValue,
  mapSchemas,
  otherDirection,
  type Sender,
} from "@workflow-api/contract";
import type { PrismOperation } from "./prism.ts";
import { prismDocument } from "./prism-document.ts";

const known = new WeakMap<Contract, Promise<PrismOperation[]>>();

/**
 * The operations of a contract as Prism holds them. They are read once, so that what Prism compiles of their schemas
 * serves everybody who asks for them.
 * @throws {Error} Prism cannot read the contract.
 */
export function prismOperations(contract: Contract): Promise<PrismOperation[]> {
  const operations = known.get(contract) ?? load(contract).then((loaded) => loaded.map(withoutIgnored));
  known.set(contract, operations);
  return operations;
}

/** Prism asks for a required member that does not travel in a direction, unless it stands on top of a schema. */
async function load(contract: Contract): Promise<PrismOperation[]> {
  const { document } = contract;
  const asked = rewritten(document, "client", withIgnored);
  const given = rewritten(document, "server", withoutUnanswered);
  const operations = await getHttpOperationsFromSpec(prismDocument({ document: asked }));
  if (asked === given) return operations;
  const answering = await getHttpOperationsFromSpec(prismDocument({ document: given }));
  return operations.map((operation, index) => answeredBy(operation, answering[index] ?? operation));
}

/** What OpenAPI says shall be ignored, Prism holds requests to. */
function withoutIgnored(operation: PrismOperation): PrismOperation {
  const { request, responses } = operation;
  return {
    ...operation,
    ...(request && {
      request: {
        ...request,
        headers: request.headers?.filter(({ name }) => !isIgnoredHeader({ in: "header", name })) ?? [],
      },
    }),
    responses: responses.map((response) => ({
      ...response,
      headers: response.headers?.filter(({ name }) => !isIgnoredResponseHeader(name)) ?? [],
    })),
  };
}

function rewritten(
  document: JsonObject,
  sender: Sender,
  change: (schema: JsonObject) => JsonObject,
): JsonObject {
  const sent = documentAsSentBy(document, sender);
  return sent === document ? document : mapSchemas(sent, change);
}

/** Prism takes a member that is `readOnly` for one that is not described, and would refuse it where no other is allowed. */
function withIgnored(schema: JsonObject): JsonObject {
  const { $defs: definitions, readOnly } = schema;
  const isIgnored = readOnly === true && isObject(definitions) && definitions[otherDirection] !== undefined;
  return isIgnored ? {} : schema;
}

/** Prism makes up whatever is among the properties, so what is never answered is refused from another place. */
function withoutUnanswered(schema: JsonObject): JsonObject {
  const { dependentSchemas, properties } = schema;
  const members = Object.entries(isObject(properties) ? properties : {});
  const unanswered = members.filter(([, member]) => isNeverAnswered(member));
  if (unanswered.length === 0) return schema;
  const refused = unanswered.map(([name]): [string, JsonValue] => [name, { not: {} }]);
  return {
    ...schema,
    properties: Object.fromEntries(members.filter(([, member]) => !isNeverAnswered(member))),
    dependentSchemas: { ...(isObject(dependentSchemas) && dependentSchemas), ...Object.fromEntries(refused) },
  };
}

/** Where Prism keeps what the schemas of an operation refer to. */
const bundled = "__bundled__";

/** An operation with the responses of another, and what those refer to, beside its own under names of its own. */
function answeredBy(operation: PrismOperation, other: PrismOperation): PrismOperation {
  const marked = (name: string): string => `answer_${name}`;
  const text = JSON.stringify({ responses: other.responses, [bundled]: bundleOf(other) });
  const renamed: Pick<PrismOperation, "responses"> = JSON.parse(
    text.replaceAll(`"$ref":"#/${bundled}/`, `"$ref":"#/${bundled}/${marked("")}`),
  );
  const answers = Object.entries(bundleOf(renamed)).map(([name, schema]) => [marked(name), schema]);
  return {
    ...operation,
    responses: renamed.responses,
    ...{ [bundled]: { ...bundleOf(operation), ...Object.fromEntries(answers) } },
  };
}

function bundleOf(holder: object): JsonObject {
  const bundle: unknown = Reflect.get(holder, bundled);
  return isObject(bundle) ? bundle : {};
}
