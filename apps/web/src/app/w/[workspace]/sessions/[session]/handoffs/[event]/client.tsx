"use client";

import { netOf, shareOf } from "@baton/server/savings";
import { formatCount, formatDuration, formatMoney, formatPercent } from "@baton/ui/format/number";
import { formatDateTime } from "@baton/ui/format/time";
import { ChartSkeleton, TileStripSkeleton } from "@baton/ui/layout/loading";
import { PageHead } from "@baton/ui/layout/page-head";
import { Tile, TileStrip } from "@baton/ui/layout/tile-strip";
import { Anchor } from "@baton/ui/primitives/anchor";
import { Button } from "@baton/ui/primitives/button";
import { Dot } from "@baton/ui/primitives/dot";
import { Name } from "@baton/ui/primitives/name";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { describeWorth } from "@/features/savings/describe-worth";
import { conversationAddress } from "@/features/sessions/conversation/conversation-address";
import { FieldsPanel } from "@/features/sessions/handoff/fields-panel";
import { HandoffBadges, ViolationBadge } from "@/features/sessions/handoff/handoff-badges";
import { isGoverned } from "@/features/sessions/handoff/handoff-kinds";
import { LeakPanel, useHandoffLeaks } from "@/features/sessions/handoff/leak-panel";
import { ManifestsPanel } from "@/features/sessions/handoff/manifests-panel";
import { MatchPanel } from "@/features/sessions/handoff/match-panel";
import { isObserved } from "@/features/sessions/handoff/observed";
import { CAUSE_LOOKS } from "@/features/sessions/handoff/outcomes";
import { RunPanel } from "@/features/sessions/handoff/run-panel";
import { savingsOf } from "@/features/sessions/handoff/savings";
import { SourcePanel } from "@/features/sessions/handoff/source-panel";
import { TranslationPanel } from "@/features/sessions/handoff/translation-panel";
import { ViolationPanel } from "@/features/sessions/handoff/violation-panel";
import { agentAddress } from "@/features/sessions/lineage/addresses";
import { LeakBadge } from "@/features/sessions/lineage/leak-badge";
import { PairLinks } from "@/features/traffic/subject-link";
import { addressOf, withQuery } from "@/frame/pages";
import { QueryError } from "@/frame/query-error";
import { useTimeZone } from "@/frame/time-zone";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";

const HandoffFindings = dynamic(
  async () => (await import("@/features/traffic/content-findings")).HandoffFindings,
  { ssr: false },
);

const ObservedRulesPanel = dynamic(
  async () => (await import("@/features/sessions/handoff/observed-rules-panel")).ObservedRulesPanel,
  { ssr: false },
);

const ContentPanel = dynamic(
  async () => (await import("@/features/sessions/handoff/content-panel")).ContentPanel,
  { ssr: false, loading: () => <ChartSkeleton height={300} /> },
);

const AddTestButton = dynamic(
  async () => (await import("@/features/sessions/handoff/add-test-button")).AddTestButton,
  { ssr: false },
);

type Found = RouterOutputs["handoffs"]["get"];
type Measure = Found["handoff"]["measureBefore"];
type Address = { workspace: string; session: string; event: string };

/** Shows one handoff: original and scoped context, the rule that applied, and the source line. */
export function HandoffDetail(address: Address) {
  const trpc = useTRPC();
  const query = useQuery(trpc.handoffs.get.queryOptions(address));
  const leaks = useHandoffLeaks(address);
  if (query.isError && !query.data) return <QueryError title="Could not load the handoff" query={query} />;
  if (!query.data) return <TileStripSkeleton tiles={7} />;
  const { handoff, outline, removed, line, match, publication, observed } = query.data;
  // A transcript has the prompt or the answer, but no fields: show the text first.
  const isTextFirst = handoff.kind !== "context" && outline === null;
  return (
    <>
      <HandoffHead address={address} found={query.data} hasLeaks={(leaks?.count ?? 0) > 0} />
      <LeakPanel leaks={leaks} address={address} />
      <HandoffFindings {...address} />
      <HandoffTiles handoff={handoff} worth={query.data.worth} isOutlined={outline !== null} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-4">
          {isTextFirst && <ContentPanel {...query.data} />}
          <FieldsPanel {...{ handoff, outline, removed, match, leaks, address }} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          {(handoff.kind === "delegation" || handoff.kind === "return") && <RunPanel address={address} />}
          <MatchPanel {...{ handoff, match, publication }} workspace={address.workspace} />
          {observed && <ObservedRulesPanel observed={observed} handoff={handoff} address={address} />}
          <ViolationPanel handoff={handoff} isPolicyKnown={match !== null} address={address} />
          <TranslationPanel handoff={handoff} outline={outline} worth={query.data.worth} />
          <ManifestsPanel {...query.data} workspace={address.workspace} />
          <SourcePanel
            record={handoff}
            line={line}
            conversationHref={conversationAddress(address, {
              ...handoff,
              occurredAt: handoff.occurredAt.getTime(),
            })}
          />
        </div>
      </div>
      {!isTextFirst && <ContentPanel {...query.data} />}
    </>
  );
}

function HandoffHead({ address, found, hasLeaks }: { address: Address; found: Found; hasLeaks: boolean }) {
  const { handoff, place, outline } = found;
  const timeZone = useTimeZone();
  const neighbour = (eventId: string | null, number: number) =>
    eventId === null ? null : (
      <Button asChild>
        <Anchor href={addressOf(address.workspace, "sessions", address.session, "handoffs", eventId)}>
          Handoff {number}
        </Anchor>
      </Button>
    );
  const took =
    handoff.durationMicroseconds === null
      ? ""
      : `, scoped in ${formatDuration(handoff.durationMicroseconds / 1000)}`;
  const after =
    place.previousAt === null
      ? ""
      : `, ${formatDuration(handoff.occurredAt.getTime() - place.previousAt.getTime())} after the one before`;
  return (
    <PageHead
      title={<PairLinks from={handoff.fromAgent} to={handoff.toAgent} />}
      badges={
        <>
          <HandoffBadges handoff={handoff} />
          {isGoverned(handoff.kind) && <ViolationBadge handoff={handoff} />}
          {hasLeaks && <LeakBadge />}
        </>
      }
      subtitle={`Handoff ${place.number} of ${place.total}, ${formatDateTime(handoff.occurredAt, timeZone, { isExact: true })}${after}${took}`}
      actions={
        <>
          {outline && !outline.isTruncated && handoff.kind === "context" && (
            <AddTestButton
              workspace={address.workspace}
              handoff={{
                from: handoff.fromAgent,
                to: handoff.toAgent,
                mode: handoff.mode,
                occurredAt: handoff.occurredAt,
              }}
              outline={outline.entries}
            />
          )}
          {outline && handoff.kind === "context" && (
            <Button asChild>
              <Anchor
                href={withQuery(addressOf(address.workspace, "policies", "preview"), {
                  session: address.session,
                  handoff: address.event,
                })}
              >
                Preview with the draft
              </Anchor>
            </Button>
          )}
          <Button asChild>
            <Anchor href={agentAddress(address, handoff.toAgent)}>
              <span>
                What did{" "}
                <span className="inline-block max-w-[45vw] align-bottom">
                  <Name>{handoff.toAgent}</Name>
                </span>{" "}
                know?
              </span>
            </Anchor>
          </Button>
          {neighbour(place.previousEventId, place.number - 1)}
          {neighbour(place.nextEventId, place.number + 1)}
        </>
      }
    />
  );
}

function HandoffTiles({
  handoff,
  worth,
  isOutlined,
}: Pick<Found, "handoff" | "worth"> & { isOutlined: boolean }) {
  const savings = savingsOf(handoff);
  const saved = handoff.savedTokens === null ? null : shareOf(handoff);
  const share = saved === null ? null : formatPercent(saved).split("\u00a0")[0];
  const wasObserved = isObserved(handoff);
  // The writer of an event without an outline may count differently; Baton stores its numbers unchanged.
  const isShown = isGoverned(handoff.kind) && !isOutlined;
  const noteOf = (measure: Measure) =>
    measure === null ? "not recorded" : isShown ? "according to the event" : MEASURE_NOTES[measure];
  return (
    <TileStrip
      label="Sizes of this handoff"
      columns={(wasObserved ? 4 : 3) + (worth ? 1 : 0) + savings.length}
    >
      <SizeTile label="Before" tokens={handoff.beforeTokens} note={noteOf(handoff.measureBefore)} />
      {wasObserved && <SizeTile label="Passed" tokens={handoff.beforeTokens} note="all of it" />}
      <SizeTile
        label={wasObserved ? "Would pass" : "After"}
        tokens={handoff.afterTokens}
        note={noteOf(handoff.measureAfter)}
      />
      <Tile
        label={wasObserved ? "Would be saved" : "Saved"}
        value={share ?? "–"}
        unit={share ? "%" : undefined}
        note={
          handoff.savedTokens !== null
            ? `${formatCount(netOf(handoff))} tokens, net`
            : handoff.kind === "delegation"
              ? "delegations do not count as savings"
              : "not recorded"
        }
      />
      {worth && (
        <Tile
          label="Cost to read"
          value={formatMoney(worth.passed.dollars)}
          explanation={describeWorth({ ...worth.passed, savedDollars: worth.passed.dollars })}
          note={handoff.toModel ?? "model not recorded"}
        />
      )}
      {savings.map(({ cause, tokens }) => (
        <Tile
          key={cause}
          label={cause === "added" ? "Added by transforming" : CAUSE_LOOKS[cause].label}
          mark={cause === "added" ? undefined : <Dot colour={CAUSE_LOOKS[cause].colour} />}
          value={formatCount(tokens)}
          unit="tokens"
          note={wasObserved ? "if enforced" : undefined}
        />
      ))}
    </TileStrip>
  );
}

const MEASURE_NOTES = { provider: "counted by the provider", counted: "counted by Baton" } as const;

function SizeTile({ label, tokens, note }: { label: string; tokens: number | null; note: string }) {
  return (
    <Tile
      label={label}
      value={tokens === null ? "–" : formatCount(tokens)}
      unit={tokens === null ? undefined : "tokens"}
      note={note}
    />
  );
}
