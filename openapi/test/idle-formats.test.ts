import { fullFormats } from "ajv-formats/dist/formats.js";
import { expect, test } from "vitest";
import { checkedFormats } from "../rules/reading/idle-keywords.ts";

const numbers = [0.5, 1e300];

/** Of no specification, and unknown to the second validator of the contract checks. */
const ofAjvAlone = ["iso-time", "iso-date-time", "url", "json-pointer-uri-fragment"];

test("The lint takes each format but those that any value has, and those of Ajv alone", () => {
  const refusing = Object.entries(fullFormats).filter(([name, format]) => {
    if (format === true || ofAjvAlone.includes(name)) return false;
    const ofNumbers = typeof format === "object" && "type" in format && format.type === "number";
    return !ofNumbers || numbers.some((value) => !format.validate(value));
  });
  expect(checkedFormats).toEqual(refusing.map(([name]) => name));
});
