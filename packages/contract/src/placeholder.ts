/** What stands for a value that only the reader has, such as `YOUR_API_KEY`. */
export function placeholderOf(name: string): string {
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, "$1_$2").replaceAll(/\W+/g, "_");
  return `YOUR_${words.toUpperCase()}`;
}
