import { test } from "vitest";
import { expectNoStack, expectReportAfter } from "./support/program.ts";

test("SIGINT ends a run at once, with 130 and a report of what was done.", async () => {
  await expectReportAfter("SIGINT", 130);
});

test("A closed standard output ends the program without a stack.", () => {
  expectNoStack("| head -1; exit 0", 0);
});
