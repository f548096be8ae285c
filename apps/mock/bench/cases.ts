import {
  type AnswerCase,
  type Case,
  checkAnswer,
  createHttpTarget,
  createProcessTarget,
  deriveAnswers,
  deriveCases,
  type Target,
} from "@workflow-api/conformance";
import { loadContract } from "@workflow-api/contract";
import { createPrismJudge } from "../score/prism-judge.ts";
import { createMock, startMock } from "../src/index.ts";

// How long the contract checks take: processor time of this process, which other work on the machine does not change.

/** So many requests are under way at a time over HTTP. */
const concurrency = 16;

const contract = await loadContract();
let began = process.cpuUsage();
let started = performance.now();

const cases = deriveCases(contract);
lap(`${cases.length} requests derived`);
const answers = deriveAnswers(contract);
lap(`${answers.length} answers derived`);

const mock = createProcessTarget(await createMock(contract));
lap("the mock is loaded");
report(await tried(mock, cases, 1), "tried in process");
const judge = await createPrismJudge(contract);
report(await tried(judge, answers, 1), "answers judged");

const running = await startMock();
lap("the server has started");
report(
  await tried(createHttpTarget(running.url), cases, concurrency),
  "tried over HTTP, the server in this process too",
);
await running.close();

/** How many of the cases fail. */
async function tried(target: Target, list: readonly (Case | AnswerCase)[], lanes: number): Promise<number> {
  const left = [...list];
  let failed = 0;
  const lane = async (): Promise<void> => {
    for (let one = left.pop(); one !== undefined; one = left.pop())
      if (checkAnswer(one, await target.send(one), { as: "mock" }).length > 0) failed++;
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return failed;
}

function report(failed: number, what: string): void {
  lap(`${what}, ${failed} failed`);
}

function lap(what: string): void {
  const { system, user } = process.cpuUsage(began);
  const cpu = ((system + user) / 1_000_000).toFixed(2);
  const wall = ((performance.now() - started) / 1000).toFixed(2);
  console.log(`${cpu} s CPU  ${wall} s  ${what}`);
  began = process.cpuUsage();
  started = performance.now();
}
