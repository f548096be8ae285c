import { expect, test } from "@playwright/test";

const controls = "http://127.0.0.1:4010/__mock";

test.beforeEach(({ request }) => request.post(`${controls}/reset`));

test("who is not signed in is told so", async ({ page, request }) => {
  await request.put(`${controls}/sequences/getVariablesCage`, { data: ["unauthorized"] });
  await page.goto("/");
  await expect(page.getByRole("alert")).toHaveText("Unauthorized");

  const requests = await (await request.get(`${controls}/requests`)).json();
  expect(requests).toMatchObject([{ operationId: "getVariablesCage", scenario: "unauthorized" }]);
});

test("a connection that is lost is told of", async ({ page, request }) => {
  await request.put(`${controls}/behaviour`, { data: { fail: "100%:drop" } });
  await page.goto("/");
  await expect(page.getByRole("alert")).toHaveText("The service does not answer");
});
