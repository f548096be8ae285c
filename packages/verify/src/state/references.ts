import { type BaseRequest, positionsOf, type RequestPlace } from "@workflow-api/conformance";
import { inputsOf } from "@workflow-api/contract";
import { type JsonValue, parsePointer } from "@workflow-api/contract/json";
import type { BoundReference } from "./bind.ts";
import type { Controls } from "./control.ts";
import { itemTemplate, plainName, resourceNames, resourceTemplate } from "./paths.ts";

// Members that name another resource, such as `ownerId`.

/** The places of a body or a query that name a resource which the run made, or else found. */
export async function referencesOf(
  controls: Controls,
  base: BaseRequest,
): Promise<BoundReference[]> {
  const found: BoundReference[] = [];
  for (const { at, part, template } of referencePlaces(controls, base)) {
    const made = await controls.make(template);
    const [known = made] = controls.resources.living(template, false);
    const id = spelledFor(base, { at, part }, (made ?? known)?.ids.at(-1));
    if (id !== undefined) found.push({ at, part, id });
  }
  return found;
}

/** An id as a place takes it: that of a URL is a string. */
function spelledFor(
  { operation }: BaseRequest,
  { at, part }: RequestPlace,
  id: JsonValue | undefined,
): JsonValue | undefined {
  const shape = inputsOf(operation)
    .find(({ key }) => key === part)
    ?.shape.at(at);
  const spelled = id === undefined ? [] : [id, String(id), Number(id)];
  return spelled.find((each) => shape?.violations(each).length === 0);
}

/** Whether a body has a member that names what is not known, such as an `ownerId`. */
export function hasUnknownReference(base: BaseRequest, known: readonly BoundReference[]): boolean {
  return placesOf(base).some(
    ({ at, part }) =>
      part === "body" && !known.some((each) => each.part === part && each.at === at),
  );
}

interface ReferencePlace extends RequestPlace {
  readonly template: string;
}

function referencePlaces({ session }: Controls, base: BaseRequest): ReferencePlace[] {
  const { operations } = session.run.contract;
  const own = itemTemplate(base.operation);
  const templates = new Set(operations.flatMap((each) => resourceTemplate(each) ?? []));
  const others = [...templates].filter((each) => each !== own);
  return placesOf(base).flatMap(({ at, name, part }) => {
    const template = others.find((each) => resourceNames(each).includes(name));
    return template === undefined ? [] : [{ part, at, template }];
  });
}

interface NamedPlace extends RequestPlace {
  /** What the place names: `owner` for `ownerId`, and for the `id` of an `owner`. */
  readonly name: string;
}

/** The places that name something, by their names alone. */
export function placesOf({ maker, operation, values }: BaseRequest): NamedPlace[] {
  const parts = inputsOf(operation).filter(({ key }) => /^(body$|query )/.test(key));
  return parts.flatMap(({ key, name, shape }) => {
    if (key !== "body") return referenceNames(key, "", name);
    const bodies = [values.get(key), maker.sample(shape)].filter((each) => each !== undefined);
    const pointers = bodies.flatMap((body) =>
      positionsOf(shape, body).flatMap(({ at, value }) => (isId(value) ? [at] : [])),
    );
    return [...new Set(pointers)].flatMap((at) => referenceNames(key, at, ...parsePointer(at)));
  });
}

function isId(value: JsonValue): boolean {
  return typeof value === "string" || Number.isInteger(value);
}

/** A place by its path: `ownerId`, `owner_id`, or `id` in `owner` or in the `data` of it. */
function referenceNames(part: string, at: string, ...path: readonly string[]): NamedPlace[] {
  const [last = "", ...outer] = path.filter((token) => !/^(\d+|data)$/.test(token)).toReversed();
  const isId = plainName(last) === "id";
  const name = isId ? plainName(outer[0] ?? "") : plainName(last).replace(/(id|ids)$/, "");
  const isReference = isId ? outer.length > 0 : /(_id|Id|-id|ID)s?$/.test(last);
  return isReference && name !== "" ? [{ part, at, name }] : [];
}
