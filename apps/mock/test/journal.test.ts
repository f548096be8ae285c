import { loadContract } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { completeJson } from "../src/controls/json-beginning.ts";
import { createMock } from "../src/index.ts";
import { cage, contractFile, get } from "./support/requests.ts";

test("a request that waits for its response is reported before it has one", async () => {
  const mock = createMock(loadContract(contractFile));
  const statuses: (number | null)[] = [];
  mock.journal.onWait((summary) => statuses.push(summary().status));
  mock.journal.onEnd((summary) => statuses.push(summary().status));
  await mock.respond(get(cage));
  mock.controls.setBehaviour({ delay: 300 });
  await mock.respond(get(cage));
  expect(statuses).toEqual([200, null, 200]);
});

// The journal shows the beginning of a long body, completed so that it can be redacted.

const text = JSON.stringify(
  {
    pin: 'a\\b"c\u00e9\u2028',
    list: [1, -2.5e3, true, null, [], {}, { deep: [{ "a:b": "{[," }] }],
    "": "\\",
  },
  null,
  1,
);

test("every beginning of a JSON text can be parsed once it is completed", () => {
  const escaped = text.replaceAll(/[\u0080-\uffff]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
  for (const whole of [text, escaped, JSON.stringify(JSON.parse(text))])
    for (let length = 1; length <= whole.length; length++) {
      const completed = completeJson(whole.slice(0, length));
      expect(() => JSON.parse(completed), completed).not.toThrow();
    }
});
