export function changelogMarkdown(): string {
  return "Nothing yet.";
}
