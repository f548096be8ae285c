import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fetchSample } from "../src/samples/fetch.ts";

let came: Request | undefined;
const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray());
  const headers = { "content-type": request.headers["content-type"] ?? "" };
  came = new Request("http://localhost", { method: "POST", headers, body });
  response.end();
});
beforeAll(() => once(server.listen(0, "127.0.0.1"), "listening"));
afterAll(() => server.close());

test("a form in parts is written by the platform, its files and its boundary included", async () => {
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/`;
  const headers = [["Content-Type", "multipart/form-data; boundary=of-the-contract"]] as const;
  const form = [
    { name: "note", text: "it's\r\nmine", contentType: undefined },
    { name: "cover", text: "PNG", contentType: "image/png", filename: "cover" },
  ];
  const sample = fetchSample({ method: "POST", url, headers, body: "of the contract" }, "none", form);
  expect(sample).not.toContain("of-the-contract");
  await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", sample]);
  const fields = await came?.formData();
  expect(fields?.get("note")).toBe("it's\r\nmine");
  expect(fields?.get("cover")).toMatchObject({ name: "cover", type: "image/png", size: 3 });
});
