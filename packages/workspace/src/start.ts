import { assertBuilt, main } from "./main.ts";
import { docsArgs, mockArgs } from "./programs.ts";
import { runTurboQuietly } from "./turbo.ts";

await main({
  name: "npm start",
  what: "Generates, builds, and starts the mock and the docs.",
  run: async ({ mockPort, docsPort }, services) => {
    // The mock first: whoever waits for its first answer does not wait for the docs.
    // The samples and the changelog of the docs are for commits: the pages are made without them.
    assertBuilt(await runTurboQuietly("Generated the code", "generate", "--filter=./packages/*"));
    assertBuilt(await runTurboQuietly("Built the mock", "build", "--filter=@workflow-api/mock"));
    await services.start("mock", mockArgs(mockPort));
    assertBuilt(await runTurboQuietly("Built the docs", "build", "--filter=@workflow-api/docs"));
    await services.start("docs", docsArgs(docsPort, mockPort));
    process.stdout.write(
      `\nMock  http://127.0.0.1:${mockPort}\nDocs  http://127.0.0.1:${docsPort}\nCtrl-C stops both.\n`,
    );
  },
});
