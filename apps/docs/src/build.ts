// Builds the site into dist, or into the folder that DOCS_OUT names. By Astro's functions rather than its command,
// which would report its use to its makers unless told otherwise.
import { root } from "./root.ts";
import { assertShowable } from "./view/assert-showable.ts";

process.env["NODE_ENV"] = "production";
try {
  const { contract } = await import("./contract.ts");
  assertShowable(contract);
  const { build } = await import("astro");
  await build({ root, logLevel: "warn" });
} catch (error) {
  // A contract that cannot be shown is a mistake in the contract, and told as one: file, line, what.
  // By its name: Astro bundles the pages, and its class with them.
  console.error(error instanceof Error && error.name === "ContractError" ? error.message : error);
  process.exitCode = 1;
}
