/** Whether the arguments of a command ask for its help. */
export function asksForHelp(args: readonly string[]): boolean {
  return args.includes("--help") || args.includes("-h");
}

/** The help of a command that runs tasks of the workspaces. */
export function taskHelp(command: string, what: string): string {
  return `${what}

Usage: ${command} -- [options]

  --filter=NAME   in one workspace only, such as @workflow-api/mock
  --force         run again what the cache holds
  --help          this text

Every option of Turborepo works: npx turbo run --help lists them.
`;
}
