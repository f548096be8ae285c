// What the end-to-end tests of the repository share; no code of the product uses it.
export { copyRepository, type RepositoryCopy } from "./copy-repository.ts";
export { ownEnv } from "./own-env.ts";
export { freePort, type RunningCommand, runCommand } from "./run-command.ts";
