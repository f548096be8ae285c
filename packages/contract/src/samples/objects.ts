import { isObject, type JsonObject, type JsonValue } from "../json.ts";
import { foreignMarks } from "../one-way.ts";
import { isMarked } from "../schema-facets.ts";
import { type Facet, type Place, propertyPlaces } from "../schema-places.ts";
import { lowerBound, propertyNames, requiredNames, type SampleWorld } from "./facets.ts";
import { freeNames } from "./free-names.ts";
import { type Descent, sampleOf } from "./sample.ts";

/** Of more optional properties than these not every choice is tried. */
const mostOptional = 12;

/** What an object is filled with. */
interface Filling {
  readonly facets: readonly Facet[];
  readonly required: ReadonlySet<string>;
  readonly sample: (name: string) => JsonValue | undefined;
}

/** Objects that are likely to be valid by the facets, with more or fewer of the properties that these declare. */
export function* objectCandidates(
  world: SampleWorld,
  facets: readonly Facet[],
  descent: Descent,
): Generator<JsonValue> {
  const required = requiredNames(facets);
  const declared = propertyNames(facets).filter((name) => isSent(world, propertyPlaces(facets, name)));
  const all = descent.closing ? required : new Set([...required, ...declared]);
  const optional = [...all].filter((name) => !required.has(name)).slice(0, mostOptional);
  // Where not all of them go together, all but one may, or one alone.
  const allButOne = optional.map((name) => new Set([...all].filter((other) => other !== name)));
  const oneAlone = optional.map((name) => new Set([...required, name]));
  const filling = { facets, required, sample: samplesOf(world, facets, descent) };
  const few = world.members === "required" ? [enough(filling, declared)] : [];
  for (const names of [...few, all, ...allButOne, ...oneAlone, required]) {
    const object = fill(filling, names, numbered);
    if (object !== undefined) yield object;
  }
  if (lowerBound(facets, "minProperties", 0) <= required.size) return;
  const named = fill(filling, enough(filling, declared), freeNames(world, facets));
  if (named !== undefined) yield named;
}

/** Whether a property travels in this direction: `readOnly` ones only from the server, `writeOnly` ones only to it. */
export function isSent(world: SampleWorld, places: readonly Place[]): boolean {
  return !isMarked(world, places, foreignMarks[world.sender]);
}

/** The sample of each property, made when it is first asked for. */
function samplesOf(
  world: SampleWorld,
  facets: readonly Facet[],
  descent: Descent,
): (name: string) => JsonValue | undefined {
  const made = new Map<string, JsonValue | undefined>();
  return (name) => {
    if (!made.has(name)) made.set(name, sampleOf(world, propertyPlaces(facets, name), { ...descent, name }));
    return made.get(name);
  };
}

/** What is required, and of what else is declared so much that the object is not too small. */
function enough({ facets, required }: Filling, declared: readonly string[]): ReadonlySet<string> {
  const least = lowerBound(facets, "minProperties", 0);
  const optional = declared.filter((name) => !required.has(name));
  return new Set([...required, ...optional.slice(0, Math.max(0, least - required.size))]);
}

/** Names for members that have none of their own. */
const numbered = Array.from({ length: 199 }, (_, index) => `member_${index + 1}`);

function fill(
  { facets, required, sample }: Filling,
  names: ReadonlySet<string>,
  further: Iterable<string>,
): JsonObject | undefined {
  const object: Record<string, JsonValue> = {};
  for (const name of names) {
    const value = sample(name);
    if (value !== undefined) object[name] = value;
    else if (required.has(name)) return undefined;
  }
  const least = lowerBound(facets, "minProperties", 0);
  if (Object.keys(object).length >= least) return object;
  let index = 0;
  for (const name of further) {
    index++;
    object[name] ??= sample(name) ?? index;
    if (Object.keys(object).length >= least) break;
  }
  return isObject(object) ? object : undefined;
}
