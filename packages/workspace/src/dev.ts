import { join } from "node:path";
import { root } from "./environment.ts";
import { generateNow } from "./generate-now.ts";
import { assertBuilt, main } from "./main.ts";
import type { Options } from "./options.ts";
import { docsArgs, mockArgs } from "./programs.ts";
import type { Services } from "./services.ts";
import { runTurboQuietly } from "./turbo.ts";
import { watchContract } from "./watch-contract.ts";

const folder = join(root, "openapi");

await main({
  name: "npm run dev",
  what: "Starts the mock and the docs, and keeps them at the contract while it is edited.",
  run: async (options, services) => {
    assertBuilt(await runTurboQuietly("Built the mock", "build", "--filter=@workflow-api/mock"));
    // It reads contracts with what has just been built.
    const { createGoodContract } = await import("./dev-contract.ts");
    const contract = createGoodContract(join(folder, "openapi.yaml"));
    process.once("exit", contract.remove);
    let serving = false;
    const update = async (): Promise<void> => {
      const begun = performance.now();
      if (!(await contract.update())) {
        process.stderr.write(
          serving ? "The last good contract is still served.\n" : "Mend it: the services start then.\n",
        );
        return;
      }
      if (!serving) await serve(options, services, contract.file);
      serving = true;
      if (!(await generateNow())) return;
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      process.stdout.write(
        `Linted, generated and served in ${seconds} s. Edit openapi/openapi.yaml; Ctrl-C stops.\n`,
      );
    };
    await watchContract(folder, update);
  },
});

/** The services reload by themselves when the file changes. */
async function serve({ mockPort, docsPort }: Options, services: Services, file: string): Promise<void> {
  await services.start("mock", [...mockArgs(mockPort), "--contract", file]);
  await services.start("docs", [...docsArgs(docsPort, mockPort), "--dev"], { CONTRACT_FILE: file });
}
