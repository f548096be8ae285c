import { expect, test } from "vitest";
import { addEntry, kindOf, nextVersion, repositoryOf } from "../src/release.ts";

test.each([
  ["1.2.3", "patch", "1.2.4"],
  ["1.2.3", "minor", "1.3.0"],
  ["1.2.3", "major", "2.0.0"],
  ["0.2.3", "minor", "0.2.4"],
  ["0.2.3", "major", "0.3.0"],
] as const)("after %s a %s change is %s", (version, kind, next) => {
  expect(nextVersion(version, kind)).toBe(next);
});

test("what breaks clients or the build is major, any other change minor", () => {
  const servers = { breaks: ["servers"], mayBreak: [] };
  expect(kindOf([servers, { breaks: [], mayBreak: ["clients"] }])).toBe("major");
  expect(kindOf([{ breaks: ["build"], mayBreak: [] }])).toBe("major");
  expect(kindOf([servers])).toBe("minor");
  expect(kindOf([])).toBe("patch");
});

test("an entry of a changelog stands above the older ones", () => {
  const first = addEntry("# Changelog\n", "0.1.0", ["One"]);
  expect(addEntry(first, "0.2.0", ["Two", "Three"])).toBe(
    "# Changelog\n\n## 0.2.0\n\n- Two\n- Three\n\n## 0.1.0\n\n- One\n",
  );
});

test.each([
  "git+https://github.com/owner/name.git",
  "git@github.com:owner/name.git",
  "https://github.com/owner/name/",
])("the repository of %s is owner/name", (url) => {
  expect(repositoryOf(url)).toBe("owner/name");
});
