import { AUDIT_ROLES_SQL } from "@baton/db/server";
import type { Command } from "commander";
import { printText } from "../../output";

/** `baton audit roles`: print the SQL that gives the audit log its own role. */
export function registerAuditRoles(audit: Command): void {
  audit
    .command("roles")
    .summary("print SQL that protects the audit log from Baton's own role")
    .description(
      "Print SQL so that the role Baton logs in as can no longer change the audit log. A superuser runs it once,\nin the database of DATABASE_URL: baton audit roles | psql -d baton\nBaton's own database already has it. The role in DATABASE_URL must not be a superuser and must not own the schema.",
    )
    .action(() => printText(AUDIT_ROLES_SQL.trim()));
}
