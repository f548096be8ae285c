// The lines of a changelog: what the changesets say, without commits and raised dependencies.
export const getReleaseLine = async ({ summary }) =>
  `- ${summary.trim().split("\n").join("\n  ").replaceAll(/^ +$/gm, "")}`;
export const getDependencyReleaseLine = async () => "";
