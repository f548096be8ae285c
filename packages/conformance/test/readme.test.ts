import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { usage } from "../src/verify/usage.ts";

const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");

test("The first thing in the README is the command.", () => {
  expect(readme.split("\n").slice(0, 3).join("\n")).toMatch(/^```sh\n.*workflow-api-verify --base-url/);
});

test("The README and the help of the command know the same options.", () => {
  const optionsOf = (text: string): string[] => [...new Set(text.match(/--[a-z][a-z-]+/g))].toSorted();
  const [, table = ""] = /## Verify a server([\s\S]*?)\*\*Secrets\*\*/.exec(readme) ?? [];
  expect(optionsOf(table)).toEqual(optionsOf(usage).filter((option) => option !== "--help"));
});

test("The examples of jobs are YAML, and give secrets by the environment only.", () => {
  const jobs = [...readme.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, yaml = ""]) => yaml);
  expect(jobs).toHaveLength(2);
  for (const job of jobs) {
    const { jobs: named }: { jobs: Record<string, { steps: { run?: string; env?: object }[] }> } = parse(job);
    const steps = Object.values(named).flatMap(({ steps: each }) => each);
    const verify = steps.find(({ run }) => run?.includes("workflow-api-verify"));
    expect(Object.keys(verify?.env ?? {})).toContain("WORKFLOW_API_SECRET");
    expect(verify?.run).not.toMatch(/secret/i);
  }
});
