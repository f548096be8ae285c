/** Gives each title of a page that has been given before a number, so that no two regions have one name. */
export function distinctTitles(): (title: string) => string {
  const uses = new Map<string, number>();
  return (title) => {
    const count = (uses.get(title) ?? 0) + 1;
    uses.set(title, count);
    return count === 1 ? title : `${title} (${count})`;
  };
}
