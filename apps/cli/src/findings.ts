import type { Finding } from "@baton/core";
import { countOf } from "@baton/core/internal";
import { EXIT_CODES } from "./command-error";
import { nameInput } from "./input";
import { printJson, printText } from "./output";

/** Prints the findings of an invalid document, and sets exit code 1. */
export function refuse(path: string, findings: readonly Finding[], options: { json?: true }): void {
  process.exitCode = EXIT_CODES.failure;
  if (options.json) printJson({ ok: false, findings });
  else printText(`${nameInput(path)} is invalid.\n${describeFindings(findings)}`);
}

/** Formats findings for people: path, message and hint, separated by blank lines. */
export function describeFindings(findings: readonly Finding[]): string {
  return findings
    .map(({ code, severity, path, message, hint }) =>
      [
        `${severity} ${code} at ${path === "" ? "the whole document" : path}`,
        `  ${message}`,
        `  ${hint}`,
      ].join("\n"),
    )
    .join("\n\n");
}

/** Formats the number of findings. */
export function countFindings(findings: readonly Finding[]): string {
  if (findings.length === 0) return "no findings";
  return countOf(findings.length, "finding");
}
