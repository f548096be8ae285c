import { loadContract } from "@workflow-api/contract";
import { describe } from "vitest";
import { open } from "./opened.ts";
import { showsOperations } from "./shows-operations.ts";
import { builtSite } from "./site.ts";

const contract = await loadContract();

describe("the reference of the contract", () => {
  showsOperations(contract, open(builtSite));
});
