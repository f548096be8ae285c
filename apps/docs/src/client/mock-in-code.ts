// Commands and programs call the mock that runs beside the docs, so that they work as they are copied. Those of scenarios
// have the address that the reader gives.
import { localMock } from "../samples/local-mock.ts";
import { textsOf } from "./dom.ts";
import { mockBeside } from "./mock-beside.ts";

const mock = mockBeside(localMock);

if (mock !== undefined) {
  const code = [".language-bash", ".language-sh", ".language-ts"].join();
  for (const text of textsOf(`.code code:is(${code}):not(details.sample code)`)) {
    text.data = text.data.replaceAll(localMock, mock);
  }
}
