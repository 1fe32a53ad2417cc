import { sentenceStart } from "./sentence-start";

/** Programs that identify a command at the start of a line or of inline code. */
const PROGRAMS = new Set(
  (
    "ansible apt apt-get aws az baton bash bazel bd brew bun bundle cargo cat cmake cd chmod composer cp curl deno docker dotnet " +
    "elixir export find gcloud gh git go gradle grep helm iex java jest journalctl just kubectl lake ls make mix mkdir mv mvn mypy node " +
    "npm npx pip pip3 pipx playwright pnpm podman poetry prettier psql pytest python python3 rails rake rg rm rsync ruff rustup sbt scp sed " +
    "sh ssh sudo swift systemctl tail tar terraform tmux tsc uv vitest wget yarn zig"
  ).split(" "),
);

/** A line that starts with a prompt. */
const PROMPT = /^\s*\$ (.+)$/;

/** Inline code within one line. */
const INLINE_CODE = /`([^`\n]{3,300})`/g;

const FENCE = /^\s*(?:```|~~~)\s*(\w*)/;
const SHELLS = new Set(["bash", "sh", "shell", "zsh", "console", "terminal"]);

/**
 * Returns the commands of a text: lines with a prompt, lines of shell code, and inline code that starts with
 * a known program and has arguments. Each part of a chain counts; redirections and piped filters do not.
 */
export function findCommands(text: string): string[] {
  const commands: string[] = [];
  let fence: string | null = null;
  for (const line of text.split(/\r\n|\n|\r/)) {
    const opening = FENCE.exec(line);
    if (opening) {
      fence = fence === null ? (opening[1] ?? "").toLowerCase() : null;
      continue;
    }
    const prompted = PROMPT.exec(line)?.[1];
    if (prompted !== undefined) commands.push(...divide(prompted, false));
    else if (fence !== null) {
      if (SHELLS.has(fence) && !line.trimStart().startsWith("#")) commands.push(...divide(line, true));
    } else {
      for (const [, code = ""] of line.matchAll(INLINE_CODE)) commands.push(...divide(code, true));
    }
  }
  return commands;
}

function divide(line: string, asksForProgram: boolean): string[] {
  return sentenceStart(line)
    .split(/&&|\|\||;/)
    .map((part) => part.split(/\||\s\d?>{1,2}&?|<</)[0] ?? "")
    .map((part) => part.replace(/\s+/g, " ").trim())
    .filter((part) => !/^(?:cd|echo|export|sleep|true)\b/.test(part) && isCommand(part, asksForProgram));
}

function isCommand(part: string, asksForProgram: boolean): boolean {
  const [program = "", ...words] = part.split(" ");
  if (!/^[\w./@-]+$/.test(program) || !/[A-Za-z]/.test(program)) return false;
  return asksForProgram ? PROGRAMS.has(program) && words.length > 0 : true;
}
