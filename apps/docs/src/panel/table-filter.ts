/**
 * Shows those rows of the page's table that are about the chosen operation and hold every word that
 * is typed.
 */
function startFilter(filter: HTMLElement): void {
  const input = filter.querySelector("input");
  const select = filter.querySelector("select");
  const count = filter.querySelector("output");
  if (input === null || select === null || count === null) return;
  const rows = [...document.querySelectorAll<HTMLTableRowElement>("main tbody tr")].map((row) => ({
    row,
    text: row.textContent?.toLowerCase() ?? "",
    operations: [...row.querySelectorAll("small a")].map((link) => link.textContent ?? ""),
  }));
  const operations = new Set(rows.flatMap((each) => each.operations));
  select.append(...[...operations].map((name) => new Option(name)));
  select.closest("label")?.toggleAttribute("hidden", operations.size === 0);
  const apply = (): void => {
    const words = input.value.toLowerCase().split(/\s+/);
    const isShown = (each: (typeof rows)[number]): boolean =>
      words.every((word) => each.text.includes(word)) &&
      (select.value === "" || each.operations.includes(select.value));
    for (const each of rows) each.row.hidden = !isShown(each);
    count.textContent = `${rows.filter(isShown).length} of ${rows.length}`;
  };
  filter.addEventListener("input", apply);
  filter.classList.add("live");
  apply();
}

for (const filter of document.querySelectorAll<HTMLElement>(".table-filter")) startFilter(filter);
