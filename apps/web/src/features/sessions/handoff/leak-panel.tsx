"use client";

import type { Cause } from "@baton/core";
import { formatCount, formatCountOf } from "@baton/ui/format/number";
import { isolateName } from "@baton/ui/format/readable-name";
import { Finding } from "@baton/ui/layout/finding";
import { Name } from "@baton/ui/primitives/name";
import { TextLink } from "@baton/ui/primitives/text-link";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { fieldAddress, type SessionAddress } from "@/features/sessions/lineage/addresses";
import { EVIDENCE } from "@/features/sessions/lineage/field-steps-panel";
import { addressOf } from "@/frame/pages";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";

const BlockFieldButton = dynamic(async () => (await import("./block-field-button")).BlockFieldButton, {
  ssr: false,
});

export type HandoffLeaks = RouterOutputs["lineage"]["handoffLeaks"];

/** Queries the fields that leaked at one handoff; undefined while loading. */
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
          <li key={leak.name}>
            <TextLink href={fieldAddress(address, leak.field)}>
              <code className="[overflow-wrap:anywhere]">{leak.field}</code>
            </TextLink>
            : blocked for <Name>{leak.toAgent}</Name> in{" "}
            <TextLink
              href={addressOf(
                address.workspace,
                "sessions",
                leak.blockedSessionId,
                "handoffs",
                leak.blockedEventId,
              )}
            >
              the handoff from {isolateName(leak.blockedFromAgent)}
            </TextLink>
            {leak.blockedSessionId !== address.session && " in a linked session"} (
            {leak.blockedCause ? FIRST_REMOVED[leak.blockedCause] : "it passed there, too"}). It received{" "}
            {EVIDENCE[leak.evidence]} as <Places places={leak.places} />, {formatCount(leak.tokens)} tokens.
            <div className="my-1.5">
              <BlockFieldButton workspace={address.workspace} flow={leak} />
            </div>
          </li>
        ))}
        {count > first.length && <li>And {formatCount(count - first.length)} more.</li>}
      </ul>
    </Finding>
  );
}

/** Label of each cause of removal at the handoff that blocked the field. */
const FIRST_REMOVED: Record<Cause, string> = {
  blocked: "removed as blocked",
  not_allowed: "removed as not allowed",
  mode: "removed by the mode",
  dropped: "dropped as a whole",
  redacted: "redacted by a content rule",
  extracted: "not extracted",
  summarized: "shortened to a summary",
};

function Places({ places: [first, ...more] }: { places: HandoffLeaks["first"][number]["places"] }) {
  return (
    <>
      <code className="[overflow-wrap:anywhere]">{first?.path}</code>
      {more.length > 0 && ` and in ${formatCountOf(more.length, "more place")}`}
    </>
  );
}
