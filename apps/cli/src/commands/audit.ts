import type { Command } from "commander";
import { registerAuditRoles } from "./audit/roles";
import { registerAuditVerify } from "./audit/verify";

/** `baton audit …`: verify and export the audit log. */
export function registerAudit(program: Command): void {
  const audit = program
    .command("audit")
    .summary("verify the audit log")
    .description(
      "Verify the audit log, which records who changed what and when, in one hash chain per workspace.",
    );
  registerAuditVerify(audit);
  registerAuditRoles(audit);
}
