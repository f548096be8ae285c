import { test as base, expect } from "@playwright/test";
import { type RunningMock, startMock } from "@workflow-api/mock";

/** Where the application sends its requests. */
const service = "http://127.0.0.1:4010";

const test = base.extend<{ mock: RunningMock }, { server: RunningMock }>({
  server: [
    async ({ browserName: _ }, use) => {
      const server = await startMock();
      await use(server);
      await server.close();
    },
    { scope: "worker" },
  ],
  mock: async ({ page, server }, use) => {
    server.controls.reset();
    await page.route(`${service}/**`, (route) =>
      route
        .fetch({ url: route.request().url().replace(service, server.url) })
        .then((response) => route.fulfill({ response }))
        .catch(() => route.abort()),
    );
    await use(server);
  },
});

test("who is not signed in is told so", async ({ page, mock }) => {
  mock.controls.setSequence("getVariablesCage", ["unauthorized"]);
  await page.goto("/");
  await expect(page.getByRole("alert")).toHaveText("Unauthorized");
  expect(mock.requests()).toMatchObject([{ operationId: "getVariablesCage", scenario: "unauthorized" }]);
});

test("a connection that is lost is told of", async ({ page, mock }) => {
  mock.controls.setBehaviour({ fail: "100%:drop" });
  await page.goto("/");
  await expect(page.getByRole("alert")).toHaveText("The service does not answer");
});
