import { AUDIT_ROLES_SQL } from "@baton/db/server";
import type { Command } from "commander";
import { printText } from "../../output";

/** `baton audit roles`: the SQL that gives the audit log to a role of its own. */
export function registerAuditRoles(audit: Command): void {
  audit
    .command("roles")
    .summary("print SQL that protects the audit log from Baton's own role")
    .description(
      "Print the SQL that takes the audit log out of the hands of the role that Baton logs in as. A superuser runs it once,\nin the database that DATABASE_URL names: npx baton audit roles | psql -d baton\nBaton's own database has had it from the start. The role in DATABASE_URL must be no superuser, and not own the schema.",
    )
    .action(() => printText(AUDIT_ROLES_SQL.trim()));
}
