import { vi } from "vitest";
import { runCommandLine } from "../src/command-line";

interface CommandResult {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** Runs one command line in this process and returns its exit code and output. */
export async function runCommand(...words: string[]): Promise<CommandResult> {
  const written = { stdout: "", stderr: "" };
  const spies = (["stdout", "stderr"] as const).map((name) =>
    vi.spyOn(process[name], "write").mockImplementation((chunk) => {
      written[name] += typeof chunk === "string" ? chunk : new TextDecoder().decode(chunk);
      return true;
    }),
  );
  try {
    return { exitCode: await runCommandLine(words), ...written };
  } finally {
    for (const spy of spies) spy.mockRestore();
    process.exitCode = undefined;
  }
}
