import { config } from "zod/mini";
import { COUNT, runCountCommand } from "./count-later";
import { runHookCommand } from "./run-hook-command";

// A program that parses once would compile its schemas for nothing.
config({ jitless: true });
// An error in the hook must never fail the host.
process.on("uncaughtException", () => process.exit(0));
process.stdout.on("error", () => process.exit(0));

const [, , , name = ""] = process.argv;
if (name === COUNT) await runCountCommand();
else await runHookCommand(process.argv.slice(3));
process.exit(0);
