"use client";

import { formatCount } from "@baton/ui/format/number";
import { Finding } from "@baton/ui/layout/finding";
import { Name } from "@baton/ui/primitives/name";
import { TextLink } from "@baton/ui/primitives/text-link";
import { useQuery } from "@tanstack/react-query";
import { fieldAddress, type SessionAddress } from "@/features/sessions/lineage/addresses";
import { EVIDENCE } from "@/features/sessions/lineage/field-steps-panel";
import { addressOf } from "@/frame/pages";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";

export type HandoffLeaks = RouterOutputs["lineage"]["handoffLeaks"];

/** Returns the leaks at one handoff; undefined while loading, and null if the session is too large. */
export function useHandoffLeaks(address: SessionAddress & { event: string }): HandoffLeaks | undefined {
  return useQuery(useTRPC().lineage.handoffLeaks.queryOptions(address)).data;
}

/** Lists the blocked fields that reached the receiver of a handoff, each with a link to its lineage. */
export function LeakPanel({ leaks, address }: { leaks: HandoffLeaks | undefined; address: SessionAddress }) {
  if (!leaks || leaks.count === 0) return null;
  const { first, count } = leaks;
  return (
    <Finding
      tone="danger"
      title={count === 1 ? "A blocked field leaked here" : `${formatCount(count)} blocked fields leaked here`}
    >
      <ul>
        {first.map((leak) => (
          <li key={`${leak.path} ${leak.field}`}>
            <TextLink href={fieldAddress(address, leak.field)}>
              <code className="[overflow-wrap:anywhere]">{leak.field}</code>
            </TextLink>
            : blocked for <Name>{leak.toAgent}</Name> (
            <TextLink
              href={addressOf(
                address.workspace,
                "sessions",
                address.session,
                "handoffs",
                leak.blockedAt.eventId,
              )}
            >
              handoff {leak.blockedAt.number}
            </TextLink>
            ), which received {EVIDENCE[leak.by]} as{" "}
            <code className="[overflow-wrap:anywhere]">{leak.path}</code>, {formatCount(leak.tokens)} tokens.
          </li>
        ))}
        {count > first.length && <li>And {formatCount(count - first.length)} more.</li>}
      </ul>
    </Finding>
  );
}
