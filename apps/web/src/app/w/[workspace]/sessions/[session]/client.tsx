"use client";

import { formatCount } from "@baton/ui/format/number";
import { isolateName } from "@baton/ui/format/readable-name";
import { TableSkeleton } from "@baton/ui/layout/loading";
import { SegmentedControl } from "@baton/ui/primitives/segmented-control";
import { NamedDay } from "@baton/ui/primitives/time";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { debounce, useQueryStates } from "nuqs";
import { useMemo } from "react";
import { HandoffAside } from "@/features/sessions/handoff-aside";
import { KindFilter } from "@/features/sessions/kind-filter";
import { agentAddress } from "@/features/sessions/lineage/addresses";
import { LineagePanel } from "@/features/sessions/lineage-panel";
import { LinesPanel } from "@/features/sessions/lines-panel";
import { OriginPanel } from "@/features/sessions/origin-panel";
import { placeErrors } from "@/features/sessions/place-errors";
import { findHandoffs, numberHandoffs, selectLineage } from "@/features/sessions/select-handoffs";
import { SessionHead, SessionMetrics } from "@/features/sessions/session-head";
import { TimelinePanel } from "@/features/sessions/timeline-panel";
import { UnreadLines } from "@/features/sessions/unread-lines";
import { useDetailFocus } from "@/features/sessions/use-detail-focus";
import { useHandoffKeys } from "@/features/sessions/use-handoff-keys";
import { addressOf } from "@/frame/pages";
import { QueryError } from "@/frame/query-error";
import { TYPING_PAUSE_MILLISECONDS } from "@/frame/use-settled";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";
import { sessionParams, VIEWS } from "./search-params";

const ArtifactsPanel = dynamic(
  async () => (await import("@/features/sessions/artifacts-panel")).ArtifactsPanel,
  { ssr: false },
);
const ConversationPanel = dynamic(
  async () => (await import("@/features/sessions/conversation/conversation-panel")).ConversationPanel,
  { ssr: false, loading: () => <TableSkeleton rows={10} /> },
);
const CompactionsPanel = dynamic(
  async () => (await import("@/features/sessions/compactions-panel")).CompactionsPanel,
  { ssr: false },
);
const HandoffTable = dynamic(async () => (await import("@/features/sessions/handoff-table")).HandoffTable, {
  ssr: false,
  loading: () => <TableSkeleton rows={10} />,
});
const PairMatrixPanel = dynamic(
  async () => (await import("@/features/sessions/pair-matrix")).PairMatrixPanel,
  { ssr: false, loading: () => <TableSkeleton rows={15} /> },
);
const SessionFindings = dynamic(
  async () => (await import("@/features/traffic/content-findings")).SessionFindings,
  { ssr: false },
);
const UsagePanel = dynamic(async () => (await import("@/features/sessions/usage-panel")).UsagePanel, {
  ssr: false,
});

type Found = RouterOutputs["sessions"]["get"];
/** Null if the session is too large to search; undefined while loading. */
type Leaks = RouterOutputs["lineage"]["leaks"] | undefined;
type Address = { workspace: string; session: string };

const VIEW_LABELS = {
  graph: "Graph",
  matrix: "Matrix",
  table: "Table",
  conversation: "Conversation",
} as const;

/** More agents make a graph hard to read. */
const GRAPH_AGENTS = 15;

/** Shows a session: its handoffs as a graph and a list, its compactions, and the usage of its calls. */
export function SessionDetail(address: Address) {
  const trpc = useTRPC();
  const query = useQuery(trpc.sessions.get.queryOptions(address));
  const leaks = useQuery(trpc.lineage.leaks.queryOptions(address));
  if (query.isError && !query.data) return <QueryError title="Could not load the session" query={query} />;
  if (!query.data) return <TableSkeleton rows={10} />;
  return (
    <NamedDay value={query.data.session.startedAt}>
      <LoadedSession address={address} found={query.data} leaks={leaks.data} />
    </NamedDay>
  );
}

function LoadedSession({ address, found, leaks }: { address: Address; found: Found; leaks: Leaks }) {
  const router = useRouter();
  const [params, setParams] = useQueryStates(sessionParams);
  const numbered = useMemo(() => numberHandoffs(found.handoffs), [found.handoffs]);
  const { agent, direction, depth, kind, find, violation, from, to, since, until } = params;
  const range = useMemo(
    () => (since === null || until === null ? null : ([since, until] as const)),
    [since, until],
  );
  const handoffs = useMemo(
    () =>
      numbered.filter(
        (handoff) =>
          (kind === null || handoff.kind === kind) &&
          (range === null || (handoff.occurredAt >= range[0] && handoff.occurredAt <= range[1])),
      ),
    [numbered, kind, range],
  );
  const listed = useMemo(
    () => findHandoffs(handoffs, { find, violation, from, to }),
    [handoffs, find, violation, from, to],
  );
  const occurrences = useMemo(() => numbered.map(({ occurredAt }) => occurredAt), [numbered]);
  const lineage = useMemo(
    () =>
      selectLineage(handoffs, {
        agent,
        direction,
        depth: depth === "all" ? Number.POSITIVE_INFINITY : Number(depth),
      }),
    [handoffs, agent, direction, depth],
  );
  const agents = useMemo(
    () => [...new Set(handoffs.flatMap(({ fromAgent, toAgent }) => [fromAgent, toAgent]))],
    [handoffs],
  );
  const violating = useMemo(
    () =>
      new Set(handoffs.filter(({ enforcement }) => enforcement === "differs").map(({ eventId }) => eventId)),
    [handoffs],
  );
  const errors = useMemo(() => placeErrors(numbered, found.errors), [numbered, found.errors]);
  const leaking = useMemo(() => new Set(leaks?.eventIds ?? []), [leaks]);
  const selected = numbered.find(({ eventId }) => eventId === params.handoff);
  const detail = useDetailFocus();
  const select = (eventId: string) => {
    if (eventId === selected?.eventId) detail.enter();
    else void setParams({ handoff: eventId });
  };
  const close = () => {
    detail.leave();
    void setParams({ handoff: null });
  };
  useHandoffKeys(
    listed.map(({ eventId }) => eventId),
    selected?.eventId ?? null,
    (handoff) => (handoff === null ? close() : void setParams({ handoff })),
  );
  const drawn = params.view ?? (agent === null && agents.length > GRAPH_AGENTS ? "matrix" : "graph");
  // Without handoffs there is nothing to draw.
  const undrawn = params.view === null && found.hasConversation ? "conversation" : "table";
  const view = numbered.length === 0 && drawn !== "conversation" ? undrawn : drawn;
  const isDrawn = view !== "table";
  const head = (
    <>
      <SessionHead session={found.session} address={address} violationCount={violating.size} leaks={leaks} />
      <div className="flex flex-wrap items-center gap-x-7 gap-y-2">
        <SessionMetrics found={found} lineageAgents={lineage.agentCount} />
        <SegmentedControl
          label="View"
          className="ml-auto"
          options={VIEWS.filter((value) => numbered.length > 0 || !["graph", "matrix"].includes(value)).map(
            (value) => ({ value, label: VIEW_LABELS[value] }),
          )}
          value={view}
          onValueChange={(view) => setParams({ view })}
        />
      </div>
      <UnreadLines files={found.files} workspace={address.workspace} />
    </>
  );
  if (view === "conversation") {
    return (
      <>
        {head}
        <ConversationPanel {...address} />
      </>
    );
  }
  return (
    <>
      {head}
      <KindFilter handoffs={numbered} kind={kind} onChange={(chosen) => setParams({ kind: chosen })} />
      {numbered.length < found.session.handoffCount && (
        <p className="text-sm text-text-2">
          The first {formatCount(numbered.length)} handoffs shown. The API returns all of them, page by page.
        </p>
      )}
      <p role="status" className="sr-only">
        {selected &&
          `Handoff ${selected.number}, ${isolateName(selected.fromAgent)} to ${isolateName(selected.toAgent)}, selected. Press Enter again for its details.`}
      </p>
      <div className={selected ? "grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_322px]" : ""}>
        <div className="flex min-w-0 flex-col gap-4">
          {isDrawn && (
            <>
              {view === "matrix" ? (
                <PairMatrixPanel
                  handoffs={handoffs}
                  violating={violating}
                  leaking={leaking}
                  pair={{ from, to }}
                  onPairChange={setParams}
                />
              ) : (
                <LineagePanel
                  lineage={lineage}
                  violating={violating}
                  leaking={leaking}
                  focus={{
                    agents,
                    agent,
                    direction,
                    depth,
                    knowledgeHref: agent && agentAddress(address, agent),
                    onChange: setParams,
                  }}
                  selectedEventId={selected?.eventId ?? null}
                  onSelect={select}
                />
              )}
              {found.session.lastEventAt > found.session.startedAt && (
                <TimelinePanel
                  found={{ ...found, handoffs }}
                  nodes={lineage.nodes}
                  violating={violating}
                  leaking={leaking}
                  range={range}
                  onRangeChange={(next) => setParams({ since: next?.[0] ?? null, until: next?.[1] ?? null })}
                  occurrences={occurrences}
                  selectedEventId={selected?.eventId ?? null}
                  onSelect={select}
                  hiddenAgents={lineage.hiddenAgents}
                  placeOfError={(id) =>
                    [...errors].find(([, placed]) => placed.some((each) => each.id === id))?.[0]
                  }
                  onOpen={(path) => router.push(addressOf(address.workspace, ...path))}
                />
              )}
            </>
          )}
          <HandoffTable
            handoffs={handoffs}
            found={listed}
            leaking={leaking}
            errors={errors}
            address={address}
            handoffFilter={params}
            onFilter={(change) =>
              setParams(
                change,
                "find" in change ? { limitUrlUpdates: debounce(TYPING_PAUSE_MILLISECONDS) } : undefined,
              )
            }
            selectedEventId={selected?.eventId ?? null}
            onSelect={select}
          />
          <SessionFindings {...address} />
          <CompactionsPanel compactions={found.compactions} address={address} />
          <ArtifactsPanel found={found} workspace={address.workspace} />
          <UsagePanel usage={found.usage} />
          <LinesPanel
            {...address}
            text={params.text ?? ""}
            onTextChange={(text) =>
              setParams({ text: text || null }, { limitUrlUpdates: debounce(TYPING_PAUSE_MILLISECONDS) })
            }
          />
          <OriginPanel files={found.files} eventTypes={found.eventTypes} />
        </div>
        {selected && (
          <HandoffAside
            handoff={selected}
            address={address}
            errors={errors.get(selected.eventId) ?? []}
            panel={detail.panel}
            onClose={close}
          />
        )}
      </div>
    </>
  );
}
