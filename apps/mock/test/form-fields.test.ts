import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { startMock } from "../src/index.ts";
import { send } from "./support/http.ts";
import { startStockPrism } from "./support/stock-prism.ts";

const contractFile = fileURLToPath(new URL("fixtures/form-fields.yaml", import.meta.url));
const mock = await startMock({ contractFile });
const stock = await startStockPrism(contractFile);

afterAll(() => Promise.all([mock.close(), stock.close()]));

/** What is sent, the status that the contract asks for, and that of Prism alone where it differs. */
const rows: readonly [form: string, what: string, query: string, status: number, alone?: number][] = [
  ["flat", "the declared field", "name=Ada", 204],
  ["flat", "a field that is not declared", "name=Ada&extra=1", 422, 204],
  ["flat", "a field that is not declared alone", "extra=1", 422, 204],
  ["closed", "the fields of a part of its allOf", "name=Ada&age=7", 204],
  ["closed", "a field that no part declares", "name=Ada&age=7&extra=1", 422, 204],
  ["patterned", "a number whose name fits a pattern", "name=Ada&number_a=1", 204],
  ["patterned", "a text in place of that number", "name=Ada&number_a=x", 422, 204],
  ["patterned", "a list whose name fits a pattern", "numbers_a=1&numbers_a=2", 204],
  ["patterned", "a list of one text in place of that", "numbers_a=1&numbers_a=x", 422, 204],
  ["patterned", "a flag of another name", "name=Ada&flag=true", 204],
  ["patterned", "a text in place of that flag", "name=Ada&flag=maybe", 422, 204],
  ["patterned", "a name that is too long", "name=Ada&a_long_name_it_is=true", 422, 204],
  ["patterned", "more fields than are allowed", "name=Ada&a=true&b=true&c=true", 422, 204],
  ["counted", "two fields, one of which is not declared", "name=Ada&extra=1", 204, 422],
  ["counted", "one field where two are needed", "name=Ada", 422],
  ["recursive", "a field that is missing", "age=1", 422, 204],
  ["recursive", "a field that is too long", "name=Archibald", 422, 204],
  ["recursive", "numbers and a form inside", 'name=Ada&age=7&child={"name":"Bo"}', 204],
  ["recursive", "a mistake in a form inside", 'name=Ada&child={"name":"Archibald"}', 422, 204],
  ["conditional", "a number that its condition takes", "kind=many&count=5", 204],
  ["conditional", "a number that its condition does not take", "kind=many&count=4", 422, 204],
  ["conditional", "a number to which the condition does not apply", "kind=few&count=4", 204],
  ["conditional", "a number that what depends on it does not take", "kind=few&count=10", 422],
  ["conditional", "nothing that its condition requires", "kind=many", 422],
  ["doubtful", "a text where a number may stand", "after=start", 204],
  ["doubtful", "a number where a text may stand", "after=5&limit=12", 204, 422],
  ["doubtful", "a number that is too small, and no text either", "after=0", 422],
  ["doubtful", "a text that looks like a number and is only good as one", "after=7&limit=5", 204, 422],
];

async function post(url: string, form: string, query: string, mediaType: string): Promise<number> {
  const fields = new URLSearchParams(query);
  const parts = new FormData();
  for (const [name, value] of fields) parts.append(name, value);
  const encoded = new Response(mediaType === "multipart/form-data" ? parts : fields);
  const contentType = encoded.headers.get("content-type") ?? "";
  const sent = { method: "POST", target: `/${form}`, headers: { "Content-Type": contentType } };
  return (await send(url, { ...sent, body: await encoded.text() })).status;
}

describe.each(["multipart/form-data", "application/x-www-form-urlencoded"])("%s", (mediaType) => {
  test.each(rows)("The %s form with %s is judged: %s", async (form, _, query, status) => {
    expect(await post(mock.url, form, query, mediaType)).toBe(status);
  });

  test.each(rows)("Prism alone judges the %s form with %s", async (form, _, query, status, alone) => {
    expect(await post(stock.url, form, query, mediaType)).toBe(alone ?? status);
  });
});
