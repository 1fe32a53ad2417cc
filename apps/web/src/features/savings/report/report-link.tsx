import { Button } from "@baton/ui/primitives/button";
import { Printer } from "lucide-react";
import { AppLink } from "@/frame/app-link";
import type { Comparison } from "@/search/savings-choices";
import type { SavingsView } from "@/server/inputs";
import { reportAddress } from "./report-address";

type ReportLinkProps = { workspace: string; view: SavingsView; compare: Comparison };

/** Links to the same view as a page for print. */
export function ReportLink({ workspace, view, compare }: ReportLinkProps) {
  return (
    <Button asChild>
      <AppLink href={reportAddress(workspace, view, compare)}>
        <Printer className="size-3.5" aria-hidden />
        Report
      </AppLink>
    </Button>
  );
}
