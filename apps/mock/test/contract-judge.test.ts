import { fileURLToPath } from "node:url";
import { checkAnswer, deriveAnswers } from "@workflow-api/conformance";
import { contractFile } from "@workflow-api/contract";
import { expect, test } from "vitest";
import { createPrismJudge } from "../score/prism-judge.ts";
import { extendedContractFile, sharedContract } from "./support/contracts.ts";
import { invented } from "./support/invented-contracts.ts";

const contracts = [
  { name: "the contract", file: contractFile() },
  { name: "the contract with operations of other shapes", file: extendedContractFile() },
  { name: "forms and texts", file: fileURLToPath(new URL("fixtures/judged-answers.yaml", import.meta.url)) },
  ...invented(),
];

test.each(contracts)("Prism's validating proxy agrees on every derived answer of $name", async ({ file }) => {
  const contract = await sharedContract(file);
  const answers = deriveAnswers(contract);
  const judge = await createPrismJudge(contract);
  const disputed: string[] = [];
  for (const one of answers) if (checkAnswer(one, await judge.send(one)).length > 0) disputed.push(one.title);
  expect(disputed).toEqual([]);
  expect(answers.filter(({ allowed }) => !allowed)).not.toEqual([]);
});
