import type { Finding } from "@baton/core";
import { countOf } from "@baton/core/internal";
import {
  type AuditGuard,
  getAuditGuard,
  getAuditHead,
  getWorkspace,
  listAuditChain,
  listAuditedWorkspaces,
} from "@baton/db";
import { type AuditAnchor, AuditChainVerifier, type ChainVerdict } from "@baton/server/audit";
import type { Command } from "commander";
import { EXIT_CODES, misuse } from "../../command-error";
import { withDatabase } from "../../database";
import { describeFindings } from "../../findings";
import { JSON_OPTION, printJson, printText } from "../../output";
import { readAnchors, writeAnchors } from "./anchor-file";

interface VerifyOptions {
  workspace?: string;
  anchor?: string;
  json?: true;
}

interface VerifiedLog extends ChainVerdict {
  workspaceId: string;
}

/** `baton audit verify`: find every change to the audit log. */
export function registerAuditVerify(audit: Command): void {
  audit
    .command("verify")
    .summary("find every change to the audit log")
    .description(
      "Verify the hash chain of the audit log. It finds entries that were changed, swapped, deleted or inserted. It also finds a\ntruncated end, by the separately stored head and by an anchor that you keep elsewhere.",
    )
    .option("--workspace <id>", "workspace ID (default: all, including deleted ones)")
    .option(
      "--anchor <file>",
      "file with the last entry of each log: compared, then updated if all is well. Keep it on another machine.",
    )
    .option(...JSON_OPTION)
    .action(verify);
}

async function verify(options: VerifyOptions): Promise<void> {
  const anchors = options.anchor === undefined ? {} : await readAnchors(options.anchor);
  const { logs, guard } = await withDatabase(async (db) => {
    const audited = [...new Set([...(await listAuditedWorkspaces(db)), ...Object.keys(anchors)])].sort();
    const workspaces = options.workspace === undefined ? audited : [options.workspace];
    for (const workspaceId of workspaces) {
      // A mistyped name must not report success.
      if (audited.includes(workspaceId) || (await getWorkspace(db, { workspaceId }))) continue;
      throw misuse(
        `Workspace “${workspaceId}” not found, and it has no audit log. Pass an existing one with --workspace.`,
      );
    }
    const logs: VerifiedLog[] = [];
    for (const workspaceId of workspaces) {
      const head = await getAuditHead(db, { workspaceId });
      const known = [head, anchors[workspaceId]].filter((anchor) => !!anchor);
      const verifier = new AuditChainVerifier(known);
      for await (const record of listAuditChain(db, { workspaceId })) verifier.add(record);
      logs.push({ workspaceId, ...verifier.finish() });
    }
    return { logs, guard: await getAuditGuard(db) };
  });
  const ok = logs.every((log) => log.ok);
  if (!ok) process.exitCode = EXIT_CODES.failure;
  if (ok && options.anchor !== undefined)
    await writeAnchors(options.anchor, { ...anchors, ...headsOf(logs) });
  if (options.json) printJson(toJson(ok, logs, guard));
  else printText(describe(logs, guard));
}

function headsOf(logs: readonly VerifiedLog[]): Record<string, AuditAnchor> {
  return Object.fromEntries(logs.flatMap(({ workspaceId, head }) => (head ? [[workspaceId, head]] : [])));
}

const LOOPHOLES: Readonly<Record<AuditGuard["loopholes"][number], string>> = {
  superuser: "it is a superuser",
  owner: "it owns the log",
  function_owner: "it owns the functions that guard the log",
  schema_owner: "it owns the schema",
  may_create_roles: "it can become the role that owns the log",
  may_change_rows: "it can change entries",
  triggers_off: "the triggers of the log are disabled",
};

/** Reports ways in which the log could be changed, not whether it was. */
function warnings({ role, loopholes }: AuditGuard): Finding[] {
  return loopholes.map((loophole) => ({
    code: `audit_log_open_${loophole}`,
    severity: "warning",
    path: "",
    message: `the role ${role}, which Baton logs in as, can change the log: ${LOOPHOLES[loophole]}`,
    hint: "Give Baton its own role, and let a superuser run the output of “baton audit roles”.",
  }));
}

function toJson(ok: boolean, logs: readonly VerifiedLog[], guard: AuditGuard) {
  return {
    ok,
    findings: [
      ...logs.flatMap(({ workspaceId, findings }) =>
        findings.map((finding) => ({ ...finding, path: `/${workspaceId}${finding.path}` })),
      ),
      ...warnings(guard),
    ],
    workspaces: logs.map(({ workspaceId, ok: isWhole, recordCount, head }) => ({
      workspace: workspaceId,
      ok: isWhole,
      rows: recordCount,
      head,
    })),
    role: guard.role,
    owner: guard.owner,
  };
}

function describe(logs: readonly VerifiedLog[], guard: AuditGuard): string {
  const lines = logs.map(({ workspaceId, ok, recordCount, head, findings }) => {
    const end = head ? `, the last one ${head.hash}` : "";
    const rows = countOf(recordCount, "entry", "entries");
    const verdict = `${workspaceId}: ${rows}${end}, ${ok ? "unbroken" : "BROKEN"}`;
    return ok ? verdict : `${verdict}\n\n${describeFindings(findings)}\n`;
  });
  if (logs.length === 0) lines.push("The audit log is empty.");
  const guarded = `The log is owned by ${guard.owner}, which the role that Baton logs in as (${guard.role}) cannot become.`;
  lines.push("", guard.loopholes.length === 0 ? guarded : describeFindings(warnings(guard)));
  return lines.join("\n");
}
