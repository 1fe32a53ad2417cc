"use client";

import type { Policy } from "@baton/core";
import { formatCompact, formatCountOf } from "@baton/ui/format/number";
import { ErrorState } from "@baton/ui/layout/error-state";
import { Button } from "@baton/ui/primitives/button";
import { Skeleton } from "@baton/ui/primitives/skeleton";
import { TextLink } from "@baton/ui/primitives/text-link";
import { DateTime } from "@baton/ui/primitives/time";
import { useToast } from "@baton/ui/primitives/toast";
import { useQuery } from "@tanstack/react-query";
import { ListPlus } from "lucide-react";
import { useMemo, useState } from "react";
import { addressOf } from "@/frame/pages";
import { useTimeZone } from "@/frame/time-zone";
import { useTRPC } from "@/trpc/client";
import { readPolicy } from "../draft/read-policy";
import { type PolicyEditor, useDraftAtRest } from "../editor/use-policy-editor";
import type { ImpactResult } from "../worker/policy-task";
import { useWorkerTask } from "../worker/use-worker-task";
import { type OpenPair, type Suggestion, suggestRule } from "./suggest-rules";

type SuggestionEvidenceProps = { editor: PolicyEditor; range: string; pair: OpenPair };

/** Shows the rule suggested for a pair, what it changes in past handoffs, and some of them; accepts it with one click. */
export function SuggestionEvidence({ editor, range, pair }: SuggestionEvidenceProps) {
  const { workspace, store } = editor;
  const { from, to } = pair;
  const { draft, policy } = useDraftAtRest(store);
  const showToast = useToast();
  const [now] = useState(() => Date.now());
  const seen = useQuery(useTRPC().policies.seen.fields.queryOptions({ workspace, from, to }));
  const { section } = draft.content;
  const suggestion = useMemo(
    () => seen.data && suggestRule({ policy, section }, pair, seen.data, now),
    [policy, section, pair, seen.data, now],
  );
  const suggested = useMemo(
    () =>
      suggestion ? readPolicy({ ...store.getSnapshot().draft.content, section: suggestion.section }) : null,
    [suggestion, store],
  );
  const accept = ({ section: revised, ruleId, fields }: Suggestion) => {
    store.dispatch({ type: "revise", section: revised });
    const rules = store.getSnapshot().policy.agent_handoff_rules;
    const position = rules.findIndex(({ rule_id }) => rule_id === ruleId);
    if (position >= 0) store.dispatch({ type: "open-rule", position });
    showToast({
      tone: "ok",
      title: `${ruleId} now passes ${formatCountOf(fields.length, "listed field")}`,
      description: "The live policy changes when you publish the draft.",
      action: { label: "Undo", onSelect: () => store.dispatch({ type: "undo" }) },
    });
  };
  if (seen.isPending) return <Skeleton className="mx-4 mb-3 h-16" />;
  if (!suggestion || !suggested) {
    return (
      <p className="px-4 pb-3 pl-10 text-text-2">No field of the sender passes. There is nothing to list.</p>
    );
  }
  return (
    <div className="flex flex-col gap-2 px-4 pb-3 pl-10">
      <p>Pass only what passes today, and no field that comes later:</p>
      <p className="wrap-anywhere">
        <code>{suggestion.fields.join(", ")}</code>
      </p>
      <Replay workspace={workspace} range={range} pair={pair} draft={policy} suggested={suggested} />
      <Examples workspace={workspace} pair={pair} />
      <Button size="sm" className="self-start" onClick={() => accept(suggestion)}>
        <ListPlus className="size-3.5" aria-hidden />
        Accept
      </Button>
    </div>
  );
}

type ReplayProps = { workspace: string; range: string; pair: OpenPair; draft: Policy; suggested: Policy };

/** Replays the handoffs of the period with and without the suggestion. */
function Replay({ workspace, range, pair, draft, suggested }: ReplayProps) {
  const tz = useTimeZone();
  const task = useMemo(() => {
    const scope = { origin: window.location.origin, workspace, range, tz };
    return { kind: "replay" as const, current: draft, draft: suggested, now: Date.now(), scope };
  }, [workspace, range, tz, draft, suggested]);
  const { result, error } = useWorkerTask<"replay">(task);
  if (error !== null) return <ErrorState title="The replay did not finish">{error}</ErrorState>;
  if (!result) return <p className="text-text-2">Replaying past handoffs…</p>;
  const isLooser = result.newlyLetThrough.length > 0;
  return (
    <p role="status" className={isLooser ? "text-danger" : "text-ok"}>
      {describeReplay(result, pair)}
    </p>
  );
}

function describeReplay(
  { newlyLetThrough, newlyBlocked, pairs }: ImpactResult,
  { from, to }: OpenPair,
): string {
  const replayed = pairs.find((pair) => pair.from === from && pair.to === to);
  const saved = replayed ? replayed.now.afterTokens - replayed.draft.afterTokens : 0;
  const fieldsOf = (count: number) => (count === 0 ? "none" : formatCountOf(count, "field"));
  return [
    `Replayed ${formatCountOf(replayed?.now.handoffs ?? 0, "handoff")}.`,
    `Newly passing: ${fieldsOf(newlyLetThrough.length)}.`,
    `Newly blocked: ${fieldsOf(newlyBlocked.length)}.`,
    `Tokens saved: ${formatCompact(saved)}.`,
  ].join(" ");
}

/** Number of handoffs to show as proof. */
const EXAMPLES = 3;

function Examples({ workspace, pair: { from, to } }: Pick<ReplayProps, "workspace" | "pair">) {
  const timeZone = useTimeZone();
  const { data = [] } = useQuery(useTRPC().policies.seen.recent.queryOptions({ workspace, from, to }));
  return (
    <ul aria-label="Example handoffs" className="flex flex-col gap-0.5 text-sm empty:hidden">
      {data.slice(0, EXAMPLES).map(({ eventId, sessionId, occurredAt }) => (
        <li key={eventId}>
          {sessionId === null ? (
            <DateTime at={occurredAt} timeZone={timeZone} />
          ) : (
            <TextLink href={addressOf(workspace, "sessions", sessionId, "handoffs", eventId)}>
              <DateTime at={occurredAt} timeZone={timeZone} /> · <code>{sessionId}</code>
            </TextLink>
          )}
        </li>
      ))}
    </ul>
  );
}
