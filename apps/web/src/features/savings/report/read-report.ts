import "server-only";
import type { SavingsView } from "@/server/inputs";
import type { appRouter } from "@/server/root";

type Caller = ReturnType<typeof appRouter.createCaller>;

/** Reads the data of a report with the permissions of a user. */
export async function readReport(api: Caller, workspace: string, view: SavingsView) {
  const input = { workspace, ...view };
  const [about, savings, figures, worse, blocked, details] = await Promise.all([
    api.workspaces.get({ workspace }),
    api.overview.savings(input),
    api.savings.figures(input),
    api.overview.worse(input),
    api.savings.blockedFields(input),
    api.report.get(input),
  ]);
  return { about, savings, figures, worse, blocked, details };
}
