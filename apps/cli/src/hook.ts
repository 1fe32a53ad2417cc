import { runHookCommand } from "./hook/run-hook-command";

// What goes wrong here must not fail the host, wherever it is thrown.
process.on("uncaughtException", () => process.exit(0));
process.stdout.on("error", () => process.exit(0));

await runHookCommand(process.argv.slice(3));
process.exit(0);
