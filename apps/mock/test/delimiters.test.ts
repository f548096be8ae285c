import { fileURLToPath } from "node:url";
import { loadContract } from "@workflow-api/contract";
import { describe, expect, test } from "vitest";
import { createMock } from "../src/index.ts";

const file = fileURLToPath(new URL("fixtures/delimiters.yaml", import.meta.url));
const mock = await createMock(await loadContract(file));

interface Asked {
  readonly status: number;
  readonly errors: unknown;
}

async function ask(query: string, cookie?: string): Promise<Asked> {
  const headers = cookie === undefined ? {} : { cookie };
  const { status, errors } = await mock.answer({ method: "GET", target: `/things?${query}`, headers });
  return { status, errors };
}

const asTheyAre =
  "must be sent with the commas between its values as they are, and not as %2C: a comma that is percent-encoded belongs to a value";

describe("Between the values of a parameter", () => {
  test.each([
    ["commas", "commas=red,blue"],
    ["commas in several pairs", "commas=red,blue&commas=red"],
    ["spaces, percent-encoded", "spaces=red%20blue"],
    ["spaces, as a form has them", `${new URLSearchParams({ spaces: "red blue" })}`],
    ["pipes", "pipes=red|blue"],
    ["pipes, percent-encoded", `${new URLSearchParams({ pipes: "red|blue" })}`],
    ["the commas of an object", "object=red,1,blue,2"],
    ["commas, with others in a value", "withCommas=a%2Cb,c"],
    ["commas in one parameter, with others in a value of the next", "commas=red,blue&withCommas=a%2cb"],
    ["nothing, with a comma in a value", `${new URLSearchParams({ texts: "red,blue" })}`],
  ])("%s are taken", async (_, query) => {
    expect(await ask(query)).toEqual({ status: 204, errors: undefined });
  });

  test.each([
    ["commas", `${new URLSearchParams({ commas: "red,blue" })}`, "red%2Cblue"],
    ["commas in lower case", "commas=red%2cblue,red", "red%2cblue,red"],
    ["commas in several pairs", "commas=red%2Cblue&commas=red", "red%2Cblue&red"],
    ["the commas of an object", `${new URLSearchParams({ object: "red,1" })}`, "red%2C1"],
  ])("%s, percent-encoded, are refused with what to send, and as they came", async (_, query, received) => {
    const [name] = query.split("=", 1);
    expect(await ask(query)).toEqual({
      status: 422,
      errors: [{ in: "query", name, expected: asTheyAre, received }],
    });
  });

  test("percent-encoded commas are refused in a cookie too", async () => {
    expect(await ask("", "in-cookie=red,blue")).toMatchObject({ status: 204 });
    expect(await ask("", "in-cookie=red%2Cblue")).toEqual({
      status: 422,
      errors: [{ in: "cookie", name: "in-cookie", expected: asTheyAre, received: "red%2Cblue" }],
    });
  });

  test.each([
    ["a value that is wrong wherever it is split", "commas=red%2Cgreen", "red,green"],
    ["a value that has a comma, and another that has not", "withCommas=a%2Cb,d", "a,b,d"],
    ["values that travel one by one", "exploded=red%2Cblue", "red,blue"],
  ])("of %s, the values are what is wrong", async (_, query, received) => {
    const { errors } = await ask(query);
    expect(errors).toMatchObject([{ expected: expect.stringMatching(/^must be equal to one/), received }]);
  });
});
