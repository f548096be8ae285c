#!/usr/bin/env node
import { runProgram } from "@workflow-api/contract/command-line";
import { runCompat } from "./command.ts";

await runProgram(runCompat);
