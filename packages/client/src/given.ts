/** What an application has given, which may be anything where it has no types. */
export type Given = Readonly<Record<string, unknown>>;

/**
 * A copy without a prototype. What stands on `Object.prototype` was given by nobody, though each
 * object seems to have it; what an object inherits from a class was.
 */
export function copyOf(given: unknown): Given {
  const copy = emptyRecord<unknown>();
  const values = Object(given);
  for (const name in values)
    if (Object.hasOwn(values, name) || !(name in Object.prototype)) copy[name] = values[name];
  return copy;
}

/** An object without a prototype, so that it has no other members than those that are set. */
export function emptyRecord<Value>(): Record<string, Value> {
  return Object.create(null);
}
