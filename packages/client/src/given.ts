/** What an application has given, which may be anything where it has no types. */
export type Given = Readonly<Record<string, unknown>>;

/**
 * A copy that inherits nothing. What stands on `Object.prototype` was given by nobody, though each
 * object seems to have it; what an object inherits from a class was.
 */
export function copyOf(given: unknown): Given {
  const copy = emptyRecord<unknown>();
  const values = Object(given);
  for (const name in values)
    if (Object.hasOwn(values, name) || !(name in Object.prototype)) copy[name] = values[name];
  return copy;
}

// An object with no prototype at all is slow in V8, and takes more memory.
const NOTHING: object = Object.create(null);

/** An object that has no other members than those that are set. */
export function emptyRecord<Value>(): Record<string, Value> {
  return Object.create(NOTHING);
}
