/** The origin of an absolute address, to compare. Not by a URL: that of React Native knows none. */
export function originOf(url: string): string {
  return `${url.toLowerCase().split("/", 3)}`;
}
