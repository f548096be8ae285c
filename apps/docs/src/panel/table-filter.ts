/** Shows those rows of the page's table that hold every word that is typed. */
function startFilter(filter: HTMLElement): void {
  const input = filter.querySelector("input");
  const count = filter.querySelector("output");
  const rows = [...document.querySelectorAll<HTMLTableRowElement>("main tbody tr")];
  if (input === null || count === null) return;
  const apply = (): void => {
    const words = input.value.toLowerCase().split(/\s+/);
    for (const row of rows)
      row.hidden = !words.every((word) => row.textContent?.toLowerCase().includes(word));
    const shown = rows.filter(({ hidden }) => !hidden).length;
    count.textContent = `${shown} of ${rows.length}`;
  };
  input.addEventListener("input", apply);
  filter.hidden = false;
  apply();
}

for (const filter of document.querySelectorAll<HTMLElement>(".table-filter")) startFilter(filter);
