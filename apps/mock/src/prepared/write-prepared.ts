import { writeFileSync } from "node:fs";
import { contractFile, loadContract } from "@workflow-api/contract";
import { prepareAnswers } from "./prepare.ts";
import { preparedFile } from "./read-prepared.ts";

// Part of the build: what it writes goes with the package.
writeFileSync(
  preparedFile,
  JSON.stringify(await prepareAnswers(await loadContract(contractFile()))) ?? "null",
);
