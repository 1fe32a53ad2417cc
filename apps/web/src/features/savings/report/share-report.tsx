"use client";

import { formatDate } from "@baton/ui/format/time";
import { Button } from "@baton/ui/primitives/button";
import { Field } from "@baton/ui/primitives/field";
import { Select } from "@baton/ui/primitives/select";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Share2 } from "lucide-react";
import { useState } from "react";
import { ShownOnce } from "@/features/settings/shown-once";
import { ActionDialog } from "@/frame/action-dialog";
import { useTimeZone } from "@/frame/time-zone";
import { usePermission } from "@/frame/use-permission";
import type { SavedViewParams } from "@/server/inputs";
import { useTRPC } from "@/trpc/client";

const LIFETIMES = [
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
];

/** Creates links that show this report to people without an account, and ends them. For owners. */
export function ShareReport({ workspace, view }: { workspace: string; view: SavedViewParams }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const timeZone = useTimeZone();
  const mayShare = usePermission(workspace, "reports.share");
  const [days, setDays] = useState("30");
  const [address, setAddress] = useState<string | null>(null);
  const links = useQuery({ ...trpc.reports.links.queryOptions({ workspace }), enabled: mayShare });
  const options = { onSettled: () => queryClient.invalidateQueries(trpc.reports.pathFilter()) };
  const share = useMutation(trpc.reports.share.mutationOptions(options));
  const revoke = useMutation(trpc.reports.revoke.mutationOptions(options));
  if (!mayShare) return null;
  return (
    <>
      <ActionDialog
        trigger={
          <Button>
            <Share2 className="size-3.5" aria-hidden />
            Share
          </Button>
        }
        title="Share this report"
        description="Anyone who has the link sees this report, and nothing else of the workspace. A period such as 30 days moves with time."
        verb="Create link"
        onConfirm={async () =>
          setAddress((await share.mutateAsync({ workspace, view, days: Number(days) })).address)
        }
      >
        <Field label="Expires in">
          <Select options={LIFETIMES} value={days} onValueChange={setDays} />
        </Field>
        {links.data !== undefined && links.data.length > 0 && (
          <ul aria-label="Links" className="grid gap-2">
            {links.data.map((link) => (
              <li key={link.linkId} className="flex items-center gap-2">
                <span className="min-w-0 flex-1 text-sm text-text-2 [overflow-wrap:anywhere]">
                  {describeView(link.view)}: by {link.createdBy}, until {formatDate(link.expiresAt, timeZone)}
                </span>
                <Button
                  size="sm"
                  disabled={revoke.isPending}
                  aria-label={`Revoke the link of ${link.createdBy} to ${describeView(link.view)}`}
                  onClick={() => revoke.mutate({ workspace, linkId: link.linkId })}
                >
                  Revoke
                </Button>
              </li>
            ))}
          </ul>
        )}
      </ActionDialog>
      {address !== null && (
        <div className="order-last basis-full">
          <ShownOnce title="The link" secret={address} onDone={() => setAddress(null)}>
            Send it to the people who need the report.
          </ShownOnce>
        </div>
      )}
    </>
  );
}

/** Names the period and the filters of a link. */
function describeView({ range, tz: _, compare: __, ...filters }: Readonly<Record<string, string>>): string {
  return [range, ...Object.entries(filters).map(([name, value]) => `${name} ${value}`)].join(", ");
}
