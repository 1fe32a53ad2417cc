import { Button } from "@baton/ui/primitives/button";
import { ArrowLeft } from "lucide-react";
import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { createLoader } from "nuqs/server";
import { readReport } from "@/features/savings/report/read-report";
import { Report } from "@/features/savings/report/report";
import { reportAddress } from "@/features/savings/report/report-address";
import { ShareReport } from "@/features/savings/report/share-report";
import { toSavedParams } from "@/features/savings/saved-params";
import { AppLink } from "@/frame/app-link";
import { savingsViewParams, toSavingsView } from "@/search/savings-view";
import { openPage } from "@/server/open-page";
import { publicAddress } from "@/server/public-address";
import { resolveTimeZone } from "@/server/time-zone";
import { api } from "@/trpc/server";

export const metadata: Metadata = { title: "Report" };

const loadParams = createLoader(savingsViewParams);

type Props = { params: Promise<{ workspace: string }>; searchParams: Promise<SearchParams> };

export default async function ReportPage({ params, searchParams }: Props) {
  const { workspace } = await openPage("/w/[workspace]/report", params);
  const viewParams = await loadParams(searchParams);
  const view = toSavingsView(viewParams, await resolveTimeZone(viewParams.tz));
  const { about, ...report } = await readReport(api, workspace, view);
  const { compare } = viewParams;
  return (
    <Report
      {...report}
      workspace={workspace}
      view={view}
      compare={compare}
      made={{ at: new Date(), by: about.user.name, workspaceName: about.name, address: publicAddress() }}
      actions={
        <>
          <Button asChild variant="ghost">
            <AppLink href={reportAddress(workspace, view, compare, "overview")}>
              <ArrowLeft className="size-3.5" aria-hidden />
              Overview
            </AppLink>
          </Button>
          <ShareReport workspace={workspace} view={{ ...toSavedParams(viewParams), tz: view.tz }} />
        </>
      }
    />
  );
}
