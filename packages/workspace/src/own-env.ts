/** What Vitest adds to the environment, which Vite and Astro would take for the reader's own settings. */
const added = ["BASE_URL", "DEV", "MODE", "NODE_ENV", "PROD", "SSR", "TEST", "VITEST"];

/** The environment as it is outside Vitest, for the programs that a test starts. */
export function ownEnv(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !added.includes(name) && !name.startsWith("VITEST_")),
  );
}
