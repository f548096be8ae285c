// The score needs something that serves a contract: the command is apps/mock/score.ts.
export { scoreText } from "./report.ts";
export { type Fate, runScore, type Score, type ScoreOptions } from "./score.ts";
export type { Check } from "./suite.ts";
