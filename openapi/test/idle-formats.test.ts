import { fullFormats } from "ajv-formats/dist/formats.js";
import { expect, test } from "vitest";
import { checkedFormats } from "../rules/reading/idle-keywords.ts";

const numbers = [0.5, 1e300];

test("The lint takes each format but those that any value has", () => {
  const refusing = Object.entries(fullFormats).filter(([, format]) => {
    if (format === true) return false;
    const ofNumbers = typeof format === "object" && "type" in format && format.type === "number";
    return !ofNumbers || numbers.some((value) => !format.validate(value));
  });
  expect(checkedFormats).toEqual(refusing.map(([name]) => name));
});
