import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { stringify } from "yaml";

/** A small well-made contract, as lines that a test replaces one of. */
export const small = `openapi: 3.1.1
info: { title: Small, version: 1.0.0 }
security:
  - key: []
paths:
  /things/{id}:
    get:
      operationId: getThing
      parameters:
        - name: id
          in: path
          required: true
          schema: { $ref: "#/components/schemas/Id" }
          examples:
            found: { value: 1 }
            absent: { value: 2 }
        - name: include
          in: query
          style: form
          explode: false
          schema: { type: array, items: { type: string, enum: [owner, parts] } }
          x-includes: { owner: /owner, parts: /detail/parts }
          examples:
            found: { value: [owner, parts] }
            absent: { value: [] }
      responses:
        "404":
          description: Absent.
          content:
            application/json:
              schema: { type: object }
              examples:
                absent: { value: { gone: true } }
        "200":
          description: Found.
          content:
            application/json:
              schema: { type: object }
              examples:
                found: { summary: It is there., value: { owner: me, detail: { parts: [1] } } }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
  schemas:
    Id: { type: integer, minimum: 1 }
x-gaps:
  - { id: much, section: "1", unknown: Much., until_known: It is left out. }
`;

/** Writes the files of a contract into a folder of their own. Objects become YAML. The path of the first comes back. */
export function writeContract(files: Readonly<Record<string, string | object>>): string {
  const folder = mkdtempSync(join(tmpdir(), "contract-"));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), typeof content === "string" ? content : stringify(content));
  }
  return join(folder, Object.keys(files)[0] ?? "");
}

/** The small contract with one piece of text replaced. */
export function edited(from: string, to: string): string {
  if (!small.includes(from)) throw new Error(`The small contract does not hold ${from}.`);
  return writeContract({ "openapi.yaml": small.replace(from, to) });
}
