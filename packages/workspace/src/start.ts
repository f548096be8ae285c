import { assertBuilt, main } from "./main.ts";
import { docsArgs, mockArgs } from "./programs.ts";
import { runTurbo } from "./turbo.ts";

const quiet = ["--output-logs=errors-only", "--log-order=grouped"];

await main({
  name: "npm start",
  what: "Generates, builds, and starts the mock and the docs.",
  run: async ({ mockPort, docsPort }, services) => {
    // The mock first: whoever waits for the first answer does not wait for the docs.
    assertBuilt(await runTurbo("generate", ...quiet));
    assertBuilt(await runTurbo("build", "--filter=@workflow-api/mock", ...quiet));
    await services.start("mock", mockArgs(mockPort));
    assertBuilt(await runTurbo("build", "--filter=@workflow-api/docs", ...quiet));
    await services.start("docs", docsArgs(docsPort));
    process.stdout.write(
      `\nMock  http://127.0.0.1:${mockPort}\nDocs  http://127.0.0.1:${docsPort}\nCtrl-C stops both.\n`,
    );
  },
});
