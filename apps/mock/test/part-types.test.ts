import { fileURLToPath } from "node:url";
import { loadContract } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { createMock, type MockAnswer } from "../src/index.ts";

const file = fileURLToPath(new URL("fixtures/part-types.yaml", import.meta.url));
const mock = await createMock(await loadContract(file));

/** A field, and the media type of its part. `undefined`: the part states none, as that of a text in a browser. */
type Part = readonly [name: string, contentType: string | undefined];

/** Sends the parts as a browser writes them. */
async function send(...parts: readonly Part[]): Promise<MockAnswer> {
  const form = new FormData();
  for (const [name, type] of parts)
    form.append(name, type === undefined ? "a text" : new Blob(["%PDF-1.4\r\n\xff"], { type }));
  const request = new Request("http://mock.invalid", { method: "POST", body: form });
  return mock.answer({
    method: "POST",
    target: "/letters",
    headers: { "content-type": request.headers.get("content-type") ?? "" },
    body: await request.bytes(),
  });
}

test.each<readonly Part[]>([
  [["file", "application/pdf"]],
  [["file", "Application/PDF"]],
  [["file", 'application/pdf; version="1.4"']],
  [["file", undefined]],
  [
    ["scans", "image/png"],
    ["scans", "image/tiff"],
  ],
  [["picture", "image/webp"]],
  [["note", "text/plain; charset=UTF-8"]],
  [["styled", "text/plain"]],
  [["free", "application/pdf"]],
])("A part of a media type that its encoding names is taken: %j", async (...parts) => {
  const { status, body } = await send(...parts);
  expect(status, body).toBe(204);
});

test.each<readonly [wrong: Part, expected: string]>([
  [["file", "image/png"], "application/pdf"],
  // What a browser writes for a file that it does not know.
  [["file", "application/octet-stream"], "application/pdf"],
  [["scans", "image/gif"], "image/png or image/tiff"],
  [["picture", "application/pdf"], "image/*"],
  [["note", "text/plain"], "text/plain; charset=utf-8"],
])("One of another is refused: %j", async ([name, received], expected) => {
  const answer = await send(["free", "a/b"], [name, received]);
  expect(answer.status).toBe(422);
  expect(answer.errors).toEqual([
    { in: "body", pointer: `/${name}`, expected: `must have the Content-Type ${expected}`, received },
  ]);
  expect(JSON.parse(answer.body ?? "")).toMatchObject({
    detail: expect.stringContaining(name),
    errors: answer.errors,
  });
});

test("Each part that is of another is told", async () => {
  const { errors } = await send(
    ["file", "image/png"],
    ["scans", "image/png"],
    ["scans", "a/b"],
    ["picture", "a/b"],
  );
  expect(errors?.map(({ pointer }) => pointer)).toEqual(["/file", "/scans", "/picture"]);
});

test("What looks like a part within another is none", async () => {
  const inner = '--inner\r\nContent-Disposition: form-data; name="file"\r\nContent-Type: a/b\r\n\r\nx';
  const body = `--outer\r\nContent-Disposition: form-data; name="free"\r\n\r\n${inner}\r\n--outer--\r\n`;
  const headers = { "content-type": "multipart/form-data; boundary=outer" };
  const { status } = await mock.answer({ method: "POST", target: "/letters", headers, body });
  expect(status).toBe(204);
});
