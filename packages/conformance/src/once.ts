/** A function without side effects that answers the same argument from memory the second time. */
export function once<K, V>(work: (argument: K) => V): (argument: K) => V {
  const known = new Map<K, { readonly value: V }>();
  return (argument) => {
    const found = known.get(argument) ?? { value: work(argument) };
    known.set(argument, found);
    return found.value;
  };
}

/** What is worked out when it is first asked for. */
export function lazily<V>(work: () => V): () => V {
  const known = once((_: undefined) => work());
  return () => known(undefined);
}

/** The same as {@link once} for objects, each remembered no longer than it is used. */
export function onceOf<K extends object, V>(work: (argument: K) => V): (argument: K) => V {
  const known = new WeakMap<K, { readonly value: V }>();
  return (argument) => {
    const found = known.get(argument) ?? { value: work(argument) };
    known.set(argument, found);
    return found.value;
  };
}
