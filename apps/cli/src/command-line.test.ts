import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCommand } from "../test/run-command";
import { PROJECT_ROOT } from "./project";

/** Command lines in the guides, with their arguments: `npx baton task compress handoff.json --root .` */
const SHOWN = ["README.md", ...readdirSync(join(PROJECT_ROOT, "docs")).map((name) => join("docs", name))]
  .filter((path) => path.endsWith(".md"))
  .flatMap(
    (path) => readFileSync(join(PROJECT_ROOT, path), "utf8").match(/npx baton [a-z][^\n`#|)]*/g) ?? [],
  );

/** Returns the error in a command line according to its command's help, or null. */
async function findMistake(line: string): Promise<string | null> {
  const [, , ...words] = line.trim().split(/\s+/);
  const [command = "", part = ""] = words;
  const { stdout: overview } = await runCommand(command, "--help");
  const isGroup = overview.includes("\nCommands:\n");
  const help = isGroup ? (await runCommand(command, part, "--help")).stdout : overview;
  // The help of an unknown command is the help of its parent.
  const name = ["baton", command, ...(isGroup ? [part] : [])].join(" ");
  if (!help.startsWith(`Usage: ${name} `)) return `${line}: no such command`;
  const unknown = words.find((word) => word.startsWith("--") && !help.includes(`${word} `));
  return unknown === undefined ? null : `${line}: no such flag ${unknown}`;
}

describe("the command line", () => {
  it("prints its help on standard output and exits with 0", async () => {
    const { exitCode, stdout, stderr } = await runCommand("--help");
    expect(exitCode).toBe(0);
    expect(stdout).toContain("Usage: baton");
    expect(stdout).toContain("count the tokens of files");
    expect(stderr).toBe("");
  });

  it("prints the help of a command with “help”, as git and npm do", async () => {
    const help = await runCommand("help", "tokens");
    expect(help).toEqual(await runCommand("tokens", "--help"));
    expect(help).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("Usage: baton tokens") });
    const part = await runCommand("help", "policy", "lint");
    expect(part).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("Usage: baton policy lint") });
  });

  it.each([
    ["no command", []],
    ["an unknown command", ["tokenz"]],
    ["the help of an unknown command", ["help", "tokenz"]],
    ["the help of an unknown part", ["help", "policy", "tokenz"]],
    ["an unknown flag", ["tokens", "--loud"]],
    ["a value outside the choices", ["tokens", "--encoding", "p50k"]],
  ])("reports misuse on standard error only: %s", async (_, words) => {
    const { exitCode, stdout, stderr } = await runCommand(...words);
    expect(exitCode).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).not.toBe("");
  });

  it("describes a file error in one sentence, without a stack trace", async () => {
    const { exitCode, stdout, stderr } = await runCommand("tokens", "no/such/file.md");
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 1,
      stdout: "",
      stderr: "baton: no/such/file.md does not exist. Check the path.\n",
    });
  });
});

describe("documented command lines", () => {
  it("use existing commands and flags", async () => {
    expect(SHOWN.length).toBeGreaterThan(40);
    const mistakes: (string | null)[] = [];
    for (const line of new Set(SHOWN)) mistakes.push(await findMistake(line));
    expect(mistakes.filter((mistake) => mistake !== null)).toEqual([]);
  });

  it("fail this check if they contain a mistake", async () => {
    expect(await findMistake("npx baton tokenz FILE")).toContain("no such command");
    expect(await findMistake("npx baton task judge x.json")).toContain("no such command");
    expect(await findMistake("npx baton task validate x.json --loud")).toContain("no such flag --loud");
  });
});
