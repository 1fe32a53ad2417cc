import { join } from "node:path";
import type { Command, Help } from "commander";
import { expect, it } from "vitest";
import { createProgram } from "./command-line";
import { PROJECT_ROOT } from "./project";

const INTRODUCTION = `# Command line reference

Every command of \`baton\` with its arguments and options, as \`--help\` prints them. In a clone, run \`npx baton\`; to use
\`baton\` in any folder, [install it](install.md#npm).

<!-- Written by \`npx vitest run --project unit apps/cli/src/reference.test.ts -u\`. -->
`;

/** Returns a table of terms with their meaning; nothing without rows. */
function layTable(head: string, rows: readonly { term: string; meaning: string }[]): string[] {
  if (rows.length === 0) return [];
  const lines = rows.map(({ term, meaning }) =>
    `| \`${term}\` | ${meaning} |`.replaceAll(/(?<=\w)\|(?=\w)/g, "\\|"),
  );
  return ["", `| ${head} | |`, "|---|---|", ...lines];
}

/** Returns the section of a command, and those of its own commands. */
function describeCommand(command: Command, help: Help, name: string): string[] {
  const own = help.visibleCommands(command);
  const words = help.visibleArguments(command).map((argument) => ({
    term: help.argumentTerm(argument),
    meaning: help.argumentDescription(argument),
  }));
  const flags = help
    .visibleOptions(command)
    // Every command has this one.
    .filter(({ long }) => long !== "--help")
    .map((option) => ({ term: help.optionTerm(option), meaning: help.optionDescription(option) }));
  return [
    "",
    `### baton ${name}`,
    "",
    sentence(command.description()),
    ...(own.length === 0 ? ["", "```", help.commandUsage(command), "```"] : []),
    ...layTable("argument", words),
    ...layTable("option", flags),
    ...own.flatMap((each) => describeCommand(each, help, `${name} ${each.name()}`)),
  ];
}

function sentence(text: string): string {
  const [first = ""] = text;
  return `${first.toUpperCase()}${text.slice(1)}${/[.:)]$/.test(text) ? "" : "."}`;
}

it("docs/cli.md describes every command", async () => {
  const program = createProgram();
  const help = program.createHelp();
  const titles = new Set<string>();
  const sections = help.visibleCommands(program).flatMap((command) => {
    const title = command.helpGroup();
    const head = titles.has(title) ? [] : ["", `## ${title.replace(/:$/, "")}`];
    titles.add(title);
    return [...head, ...describeCommand(command, help, command.name())];
  });
  const text = `${[INTRODUCTION.trimEnd(), ...sections].join("\n")}\n`;
  await expect(text).toMatchFileSnapshot(join(PROJECT_ROOT, "docs/cli.md"));
});
