import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { wrongSecretInShell, wrongSecretOf } from "../src/wrong-secret.ts";

const jwt = fc
  .tuple(fc.base64String(), fc.base64String())
  .map(([payload, signature]) => `eyJhbGciOiJIUzI1NiJ9.${payload}.${signature}`.replaceAll(/[+/=]/g, "-"));
const secrets = fc.oneof(fc.string({ minLength: 1 }), fc.uuid(), jwt);

test("A wrong secret is another one of the same shape, whatever the secret is.", () => {
  fc.assert(
    fc.property(secrets, (secret) => {
      const wrong = wrongSecretOf(secret);
      expect(wrong).not.toBe(secret);
      const shapeOf = (text: string): string => text.replaceAll(/[A-Za-z\d]/g, "0");
      if (/[A-Za-z1-9]/.test(secret.replace(/^ey.*\./, ""))) expect(shapeOf(wrong)).toBe(shapeOf(secret));
    }),
  );
});

test.each([
  ["sk_live-4eC39", "00_0000-00000"],
  ["user:pa55word", "0000:00000000"],
  ["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmVk-_1", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.00000000-_0"],
  ["eyes.only", "0000.0000"],
  ['a b$c"d`e', '0 0$0"0`0'],
])("Of %s it is %s, in a shell too.", (secret, wrong) => {
  expect(wrongSecretOf(secret)).toBe(wrong);
  const printed = execFileSync("sh", ["-c", `printf %s "${wrongSecretInShell("SECRET")}"`], {
    env: { PATH: process.env["PATH"], SECRET: secret },
  });
  expect(printed.toString()).toBe(wrong);
});

test.each(["0", "-", "0-0", ""])("Of %j, which has nothing to change, it is a longer one.", (secret) => {
  expect(wrongSecretOf(secret)).toBe(`${secret}0`);
});

test("What stands for a secret stands for the wrong one by a name of its own.", () => {
  expect(wrongSecretOf("<WORKFLOW_API_KEY>")).toBe("<not WORKFLOW_API_KEY>");
});
