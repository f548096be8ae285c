import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { loadContract } from "@workflow-api/contract";
import { expect } from "vitest";
import { test as staged } from "./stage.ts";

const { operations } = await loadContract();

/** A service that answers when it is told to. */
const test = staged.extend("service", async ({ page: _ }, { onCleanup }) => {
  const open: ServerResponse[] = [];
  const server = createServer(({ method }, response) => {
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.setHeader("Access-Control-Allow-Headers", "*, Authorization");
    response.setHeader("Access-Control-Allow-Methods", "*");
    if (method === "OPTIONS") response.end();
    else open.push(response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onCleanup(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return { url: `http://127.0.0.1:${port}`, open };
});

test.for(operations.filter(({ scenarios }) => scenarios.length > 0).slice(0, 1))(
  "a slow answer is waited for, and what is pressed again meanwhile sends nothing: $operationId",
  async ({ operationId }, { page, service, site }) => {
    await page.goto(`${site.url}reference/${operationId}/`);
    await page.getByLabel("Address", { exact: true }).fill(service.url);
    const scenario = page.locator(".scenario").first();
    const button = scenario.getByRole("button", { name: /^Try it/ });
    for (const count of [1, 2]) {
      await button.click();
      await expect.poll(() => scenario.locator(".try-status").innerText()).toBe("Waiting for an answer …");
      await expect.poll(() => service.open.length).toBe(count);
      await button.click();
      expect(await scenario.locator("try-it").getAttribute("aria-busy")).toBe("true");
      service.open[count - 1]?.end(`"answer ${count}"`);
      await expect.poll(() => scenario.locator(".try-result").innerText()).toContain(`answer ${count}`);
      expect(service.open.length).toBe(count);
      expect(await scenario.locator("try-it").getAttribute("aria-busy")).toBeNull();
    }
  },
);
