import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { createLoader } from "nuqs/server";
import { Report } from "@/features/savings/report/report";
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
  const input = { workspace, ...view };
  const [about, savings, figures, worse, blocked, details] = await Promise.all([
    api.workspaces.get({ workspace }),
    api.overview.savings(input),
    api.savings.figures(input),
    api.overview.worse(input),
    api.savings.blockedFields(input),
    api.report.get(input),
  ]);
  return (
    <Report
      workspace={workspace}
      view={view}
      savings={savings}
      figures={figures}
      worse={worse}
      blocked={blocked}
      details={details}
      compare={viewParams.compare}
      made={{ at: new Date(), by: about.user.name, workspaceName: about.name, address: publicAddress() }}
    />
  );
}
