import { runCommandLine } from "./command-line";

// Readers such as `head` close the pipe early, which is not a failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit();
  throw error;
});

process.exitCode = await runCommandLine(process.argv.slice(2));
