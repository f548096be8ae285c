import { exampleTexts } from "./example-texts.ts";
import { isObject, type JsonObject, type JsonValue } from "./json.ts";
import { valueAt } from "./json-pointer.ts";
import { judgeAtAGlance } from "./judge-at-a-glance.ts";
import type { SchemaModel } from "./model.ts";
import { createResolver } from "./reading.ts";
import type { SampleWorld } from "./samples/facets.ts";
import { candidatesCalled } from "./samples/sample.ts";
import { createSchemaJudge, type Judgement } from "./schema-judge.ts";

/** So many values, those of parts included, are judged before the search is given up. */
const mostJudged = 20_000;

/** The search has judged as many values as it may. */
class SearchEnded extends Error {}

/** Which values will do, besides what schemas say. */
export interface Acceptance {
  readonly isAccepted: (value: JsonValue) => boolean;
  /** Whether a value will do as a part of another one. */
  readonly isPart: (value: JsonValue) => boolean;
}

/**
 * A value of a schema that a client may send, with no more members than it has to have, and with placeholders for texts.
 * @param document In which the schema stands.
 * @param name What the value is called.
 * @returns `undefined` if none is found.
 */
export function acceptedValue(
  document: JsonObject,
  { pointer }: Pick<SchemaModel, "pointer">,
  name: string,
  { isAccepted, isPart }: Acceptance,
): JsonValue | undefined {
  const schema = valueAt(document, pointer);
  const place = { schema: typeof schema === "boolean" || isObject(schema) ? schema : true, pointer };
  try {
    for (const value of candidatesCalled(worldOf(document, isPart), [place], name))
      if (isAccepted(value)) return value;
  } catch (error) {
    if (!(error instanceof SearchEnded)) throw error;
  }
  return undefined;
}

function worldOf(document: JsonObject, isPart: Acceptance["isPart"]): SampleWorld {
  const judge = judges.get(document) ?? createAcceptor(document);
  judges.set(document, judge);
  let judged = 0;
  return {
    resolve: createResolver(document),
    judge: {
      accepts: (pointers, value) => {
        if (++judged > mostJudged) throw new SearchEnded();
        return isPart(value) && pointers.every((each) => judge(each, value));
      },
    },
    sender: "client",
    members: "required",
    texts: exampleTexts,
  };
}

type Acceptor = (pointer: string, value: JsonValue) => boolean;

const judges = new WeakMap<JsonObject, Acceptor>();

/** The judge of a contract, by which any of its schemas can be met. */
function createAcceptor(document: JsonObject): Acceptor {
  const judge = createSchemaJudge(document);
  const compiled = new Map<string, Judgement>();
  return (pointer, value) => {
    const schema = valueAt(document, pointer);
    // What has no schema takes any value.
    if (schema === undefined) return true;
    const glance = judgeAtAGlance(document, schema, value);
    if (glance !== undefined) return glance;
    const judgement = compiled.get(pointer) ?? judge.compile(pointer);
    compiled.set(pointer, judgement);
    return judgement.accepts(value);
  };
}
