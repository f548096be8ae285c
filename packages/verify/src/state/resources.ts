import type { Case, PartValues } from "@workflow-api/conformance";
import type { Contract, HttpResponse, Operation } from "@workflow-api/contract";
import { isSuccess } from "@workflow-api/contract/http";
import { isEqual, type JsonValue } from "@workflow-api/contract/json";
import type { SentRequest } from "../sending/session.ts";
import { type Ids, idsOfItems, idsOfMade, operationsOf, type ResourceKind } from "./ids.ts";
import { isOfResource, itemTemplate, pathKeys, resourceTemplate } from "./paths.ts";

// What a run made, and what it found. It may change and delete what it made; what it found, it only
// reads.

/** A resource that the server has. */
export interface Resource {
  /** Such as `/owners/{}`. */
  readonly template: string;
  /** The ids in its path, outermost first. */
  readonly ids: Ids;
  readonly isMade: boolean;
  /** Where its id is from: `the response of createOwner`. */
  readonly source: string;
  /** The entity tag of the response that made it. */
  readonly entityTag: string | undefined;
  /** Whether a valid request made it: what an invalid one made is only deleted at the end. */
  readonly isValid: boolean;
}

/** How many resources of a list are kept. */
const mostFound = 5;

/** The resources that are known, learned from responses. */
export class Resources {
  readonly #contract: Contract;
  readonly #basePath: string;
  readonly #known: Resource[] = [];
  readonly #gone = new Set<Resource>();
  readonly #left: Resource[] = [];
  /** The sentences that say where ids are from. */
  readonly sources: Map<string, string> = new Map();

  constructor(contract: Contract, baseUrl: string) {
    this.#contract = contract;
    this.#basePath = new URL(baseUrl).pathname.replace(/\/+$/, "");
  }

  /** The living resources of a template, the newest last. */
  living(template: string, isMade: boolean): Resource[] {
    return this.#known.filter(
      (each) =>
        each.template === template &&
        each.isMade === isMade &&
        each.isValid &&
        !this.#gone.has(each),
    );
  }

  /** What could not be deleted. */
  get left(): readonly Resource[] {
    return this.#left;
  }

  setLeft(resource: Resource): void {
    this.#left.push(resource);
  }

  /** All living resources that the run made, the newest first. */
  get made(): Resource[] {
    return this.#known.filter((each) => each.isMade && !this.#gone.has(each)).toReversed();
  }

  isGone(resource: Resource): boolean {
    return this.#gone.has(resource);
  }

  /** A resource that is used up, or that the server no longer has; so is what is below it. */
  setGone({ ids, template }: Pick<Resource, "ids" | "template">): void {
    for (const each of this.#known) {
      const isBelow = each.template === template || each.template.startsWith(`${template}/`);
      if (isBelow && isEqual(each.ids.slice(0, ids.length).map(String), ids.map(String)))
        this.#gone.add(each);
    }
  }

  /** Learns from a response what was made, found or deleted. */
  learn({ received, testCase }: SentRequest): void {
    const { base, group, request, values } = testCase;
    const { operation } = base;
    if (!("status" in received) || !isSuccess(received.status)) return;
    if (request.method !== operation.method || group === "path") return;
    if (request.method === "DELETE") this.#forget(operation, values);
    else this.#learnItems(testCase, received);
  }

  #forget(operation: Operation, values: PartValues): void {
    const ids = idsIn(operation, values);
    const template = resourceTemplate(operation);
    if (template !== undefined && ids !== undefined && isOfResource(operation))
      this.setGone({ template, ids });
  }

  #learnItems({ base: { operation }, expected, values }: Case, response: HttpResponse): void {
    const template = itemTemplate(operation);
    const kind: ResourceKind = {
      contract: this.#contract,
      template,
      basePath: this.#basePath,
    };
    const parents = idsIn(operation, values);
    if (parents === undefined || operationsOf(kind).length === 0) return;
    const isMade = operation.method === "POST";
    if (!isMade && operation.method !== "GET") return;
    const found = isMade
      ? [idsOfMade(kind, response, parents)]
      : idsOfItems(kind, response, parents).slice(0, mostFound);
    const made = isMade ? "the response" : "the items";
    const source = `${made} of ${operation.operationId}`;
    const entityTag = isMade ? response.headers["etag"] : undefined;
    const isValid = expected.kind === "valid" || expected.kind === "scenario";
    for (const ids of found)
      if (ids !== undefined) this.#add({ template, ids, isMade, source, entityTag, isValid });
  }

  #add(resource: Resource): void {
    const known = this.#known.find(
      ({ ids, template }) => template === resource.template && isSameIds(ids, resource.ids),
    );
    if (known === undefined) this.#known.push(resource);
    // A server may give an id a second time.
    else if (resource.isMade) this.#gone.delete(known);
  }
}

function isSameIds(a: Ids, b: Ids): boolean {
  return isEqual(a.map(String), b.map(String));
}

/** The ids in the path of a request. `undefined`: one has no value. */
export function idsIn(operation: Operation, values: PartValues): Ids | undefined {
  const ids = pathKeys(operation).flatMap((key) => values.get(key) ?? []);
  return ids.length === pathKeys(operation).length ? ids : undefined;
}

/** The values of the path parameters of an operation that lead to a resource, or through it. */
export function valuesLeadingTo(
  operation: Operation,
  { ids }: Pick<Resource, "ids">,
): Map<string, JsonValue> | undefined {
  const found = pathKeys(operation).map((key, index) => {
    const shape = operation.parameters.find((each) => each.key === key)?.shape;
    const id = ids[index];
    const spelled = id === undefined ? [] : [id, String(id), Number(id)];
    return [key, spelled.find((each) => shape?.violations(each).length === 0)] as const;
  });
  const values = found.flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value] as const],
  );
  return values.length === found.length ? new Map(values) : undefined;
}
