import type { Finding, FindingKind } from "@baton/core";
import { describeIssues, findingMaker } from "@baton/core/internal";
import { z } from "zod";
import { hashAuditRecord } from "../audit/audit-record";
import { verifyAuditChain } from "../audit/verify-audit-chain";
import { DATA_BEGIN, DATA_END, renderSessionAudit, unescapeHtml } from "./render-session-audit";
import { SessionAudit } from "./session-audit";

/** Result of verifying an exported file. */
interface SessionAuditVerdict {
  ok: boolean;
  sessionId: string | null;
  recordCount: number;
  head: string | null;
  findings: Finding[];
}

const HINT =
  "Export the session again and compare the files. The audit log has the hash that this file must end with.";

/** Codes of `verifySessionAudit`, in addition to those of the chain. */
export const SESSION_AUDIT_FINDINGS = {
  export_unreadable: {
    severity: "error",
    hint: "Pass a session audit that Baton exported, JSON or HTML.",
  },
  export_head_differs: { severity: "error", hint: HINT },
  export_log_row_changed: { severity: "error", hint: HINT },
  export_other_workspace: { severity: "error", hint: HINT },
  export_page_changed: {
    severity: "error",
    hint: "Trust the data at its end, which the chain covers, not the page.",
  },
} as const satisfies Record<string, FindingKind>;

const finding = findingMaker<keyof typeof SESSION_AUDIT_FINDINGS>(SESSION_AUDIT_FINDINGS);

/**
 * Verifies the exported audit of a session offline: the chain of its steps, that the audit log entry names
 * the last step, and that an HTML page shows exactly its data. It cannot check that this entry is in the
 * audit log: `baton audit verify` does.
 *
 * @param text the file, JSON or HTML.
 */
export function verifySessionAudit(text: string): SessionAuditVerdict {
  const isPage = /^\s*</.test(text);
  const json = isPage ? readData(text) : text;
  const read = json === null ? null : parse(json);
  const parsed = SessionAudit.safeParse(read);
  if (!parsed.success) {
    const why = read === null ? "it has no data" : describeIssues(parsed.error, read).slice(0, 3).join("; ");
    const findings = [finding("export_unreadable", [], `not an exported session: ${why}`)];
    return { ok: false, sessionId: null, recordCount: 0, head: null, findings };
  }
  const audit = parsed.data;
  const chain = verifyAuditChain(audit.records);
  const findings = [...chain.findings, ...checkEnds(audit)];
  if (isPage && renderSessionAudit(audit) !== text)
    findings.push(finding("export_page_changed", [], "the page does not match its data"));
  return {
    ok: findings.length === 0,
    sessionId: audit.session_id,
    recordCount: chain.recordCount,
    head: audit.head,
    findings,
  };
}

const LogDetails = z.looseObject({ session_id: z.string(), head: z.string(), records: z.int() });

function checkEnds({ head, records, log_row: row, session_id, workspace_id }: SessionAudit): Finding[] {
  const findings: Finding[] = [];
  if (records.at(-1)?.hash !== head)
    findings.push(finding("export_head_differs", ["head"], "the last step is not the exported one"));
  if (hashAuditRecord(row) !== row.hash)
    findings.push(finding("export_log_row_changed", ["log_row"], "the entry of the audit log was changed"));
  if ([...records, row].some((record) => record.workspace_id !== workspace_id))
    findings.push(finding("export_other_workspace", ["records"], "a step belongs to another workspace"));
  const details = LogDetails.safeParse(parse(row.details)).data;
  const names =
    details?.head === head && details.session_id === session_id && details.records === records.length;
  if (!names)
    findings.push(
      finding("export_head_differs", ["log_row", "details"], "the audit log names another export"),
    );
  return findings;
}

function readData(html: string): string | null {
  const begin = html.lastIndexOf(DATA_BEGIN);
  const end = html.indexOf(DATA_END, begin);
  return begin < 0 || end < 0 ? null : unescapeHtml(html.slice(begin + DATA_BEGIN.length, end));
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
