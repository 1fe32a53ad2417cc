import { describe, expect, it } from "vitest";
import { runCommand } from "../test/run-command";

describe("the command line", () => {
  it("prints its help on standard output and ends fine", async () => {
    const { exitCode, stdout, stderr } = await runCommand("--help");
    expect(exitCode).toBe(0);
    expect(stdout).toContain("Usage: baton");
    expect(stdout).toContain("count the tokens of files");
    expect(stderr).toBe("");
  });

  it.each([
    ["no command", []],
    ["an unknown command", ["tokenz"]],
    ["an unknown flag", ["tokens", "--loud"]],
    ["a value that is none of the choices", ["tokens", "--encoding", "p50k"]],
  ])("calls %s misuse, and says so on standard error alone", async (_, words) => {
    const { exitCode, stdout, stderr } = await runCommand(...words);
    expect(exitCode).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).not.toBe("");
  });

  it("says what is wrong with a file in one sentence, without a stack trace", async () => {
    const { exitCode, stdout, stderr } = await runCommand("tokens", "no/such/file.md");
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 1,
      stdout: "",
      stderr: "baton: no/such/file.md does not exist: check the path.\n",
    });
  });
});
