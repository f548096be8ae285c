/** A function without side effects that answers the same argument from memory the second time. */
export function once<K, V>(work: (argument: K) => V): (argument: K) => V {
  const known = new Map<K, { readonly value: V }>();
  return (argument) => {
    const found = known.get(argument) ?? { value: work(argument) };
    known.set(argument, found);
    return found.value;
  };
}
