import { localMock } from "../samples/local-mock.ts";
import type { Problem } from "./problem.ts";

/**
 * Why nothing can be sent to an address. Without its scheme it would be a path of this site, which would answer.
 * @returns `undefined` if it is a base address.
 */
export function addressProblem(address: string): Problem | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const rest = url === undefined ? "" : url.username + url.password + url.search + url.hash;
  return url !== undefined && /^https?:$/.test(url.protocol) && rest === ""
    ? undefined
    : {
        place: "address",
        message: `must begin with http:// or https://, without credentials, query and fragment: ${localMock} is one.`,
      };
}
