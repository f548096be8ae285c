import { readFileSync } from "node:fs";
import { createServer } from "node:http";

/** A web site on this machine. */
export interface Site {
  /** Its address under the name `localhost`, without a trailing slash. */
  readonly url: string;
  close(): void;
}

/** What is served at a path: a page or a script. */
export type Files = Readonly<Record<string, string | URL>>;

const mediaTypes: readonly (readonly [RegExp, string])[] = [
  [/\.m?js$/, "text/javascript"],
  [/\.map$/, "application/json"],
];

/** Serves files by their paths, and the page `/` at any other. */
export async function startSite(files: Files): Promise<Site> {
  const server = createServer(({ url = "/" }, response) => {
    const file = files[url] ?? files["/"] ?? "";
    const [, mediaType] = mediaTypes.find(([pattern]) => url in files && pattern.test(url)) ?? [];
    response.setHeader("content-type", mediaType ?? "text/html; charset=utf-8");
    response.end(file instanceof URL ? readFileSync(file) : file);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://localhost:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
