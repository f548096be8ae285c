/** Why there may be no answer from an address, and what to do about it. */
export function noAnswer(error: unknown, address: string): string {
  if (/timeout/i.test(error instanceof Error ? error.name : "")) {
    return `No answer from ${address} within 10 seconds.`;
  }
  const { protocol, hostname, port } = new URL(address);
  if (isLoopback(hostname)) {
    const option = port === "4010" ? "" : ` -- --port ${port || "80"}`;
    const start = option === "" ? "npm start" : `npm start, or npm run mock${option}`;
    return `No answer from ${address}. Is the mock running? Start it in the repository: ${start}. Or give another address above.`;
  }
  const mixed =
    location.protocol === "https:" && protocol === "http:"
      ? " This page came by https, so the browser lets it ask https addresses only, and this machine."
      : "";
  return `No answer from ${address} that this page may read. The service must be there, and let pages of other origins ask (CORS).${mixed}`;
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.");
}
