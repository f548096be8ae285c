#!/usr/bin/env node
import { exitOnSignal, runProgram } from "@workflow-api/contract/command-line";
import { runCompat } from "./command.ts";

exitOnSignal();
await runProgram(runCompat);
