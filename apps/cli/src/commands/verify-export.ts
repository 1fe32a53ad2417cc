import { countOf } from "@baton/core/internal";
import { verifySessionAudit } from "@baton/server/session-audit";
import type { Command } from "commander";
import { EXIT_CODES } from "../command-error";
import { describeFindings } from "../findings";
import { readTextInput } from "../input";
import { JSON_OPTION, printJson, printText } from "../output";

/** `baton verify-export`: check that the exported audit of a session is unchanged. */
export function registerVerifyExport(program: Command): void {
  program
    .command("verify-export")
    .summary("verify the exported audit of a session")
    .description(
      "Verify the exported audit of a session (JSON or HTML) offline: no step was changed, removed or added, and an HTML page matches its data.",
    )
    .argument("<file>", "the exported file")
    .option(...JSON_OPTION)
    .action(verify);
}

async function verify(file: string, options: { json?: true }): Promise<void> {
  const { text } = await readTextInput(file);
  const { ok, sessionId, recordCount, head, findings } = verifySessionAudit(text);
  if (!ok) process.exitCode = EXIT_CODES.failure;
  if (options.json) {
    printJson({ ok, session_id: sessionId, records: recordCount, head, findings });
    return;
  }
  printText(
    ok
      ? `${file}: the audit of ${sessionId} is unchanged, ${countOf(recordCount, "step")}, ending with ${head}.`
      : `${describeFindings(findings)}\n\n${file}: changed since the export.`,
  );
}
