import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Report } from "@/features/savings/report/report";
import { decodeParams } from "@/server/decode-params";
import { requestContext } from "@/server/open-page";
import { publicAddress } from "@/server/public-address";
import { readSharedReport } from "@/server/shared-report";

export const metadata: Metadata = {
  title: "Report",
  robots: { index: false, follow: false },
  referrer: "no-referrer",
};

type Props = { params: Promise<{ workspace: string; token: string }> };

export default async function SharedReportPage({ params }: Props) {
  const { workspace, token } = decodeParams(await params);
  const now = Date.now();
  const shared = await readSharedReport(await requestContext(), { workspace, token, now });
  if (!shared) notFound();
  const { workspaceName, by, ...report } = shared;
  return (
    <main className="flex flex-col gap-4 p-4">
      <Report
        {...report}
        workspace={workspace}
        made={{ at: new Date(now), by, workspaceName, address: publicAddress() }}
      />
    </main>
  );
}
