"use client";

import type { OutlineEntry } from "@baton/core";
import {
  formatCount,
  formatCountOf,
  formatDuration,
  formatMoney,
  formatPercent,
} from "@baton/ui/format/number";
import { isolateName } from "@baton/ui/format/readable-name";
import { formatDate, formatDateTime } from "@baton/ui/format/time";
import { KeyValues } from "@baton/ui/layout/key-values";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Anchor } from "@baton/ui/primitives/anchor";
import { Badge } from "@baton/ui/primitives/badge";
import { Button } from "@baton/ui/primitives/button";
import { Dot } from "@baton/ui/primitives/dot";
import { Arrow } from "@baton/ui/primitives/from-to";
import { Name } from "@baton/ui/primitives/name";
import { Skeleton } from "@baton/ui/primitives/skeleton";
import { TextLink } from "@baton/ui/primitives/text-link";
import { Time } from "@baton/ui/primitives/time";
import { useQuery } from "@tanstack/react-query";
import { Ban, X } from "lucide-react";
import type { RefObject } from "react";
import { PairLinks, SubjectLink } from "@/features/traffic/subject-link";
import { formatSize } from "@/frame/not-recorded";
import { addressOf } from "@/frame/pages";
import { useTimeZone } from "@/frame/time-zone";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";
import { HandoffBadges, ViolationBadge } from "./handoff/handoff-badges";
import { isGoverned } from "./handoff/handoff-kinds";
import { LeakPanel, useHandoffLeaks } from "./handoff/leak-panel";
import { MarkedText } from "./handoff/marked-text";
import { isObserved, passedTokens } from "./handoff/observed";
import { CAUSE_LOOKS } from "./handoff/outcomes";
import { savedShare, savingsOf } from "./handoff/savings";
import { fieldAddress } from "./lineage/addresses";
import { LeakBadge } from "./lineage/leak-badge";
import type { SessionError } from "./place-errors";
import type { NumberedHandoff } from "./select-handoffs";

type Found = RouterOutputs["handoffs"]["get"];

interface HandoffAsideProps {
  handoff: NumberedHandoff;
  address: { workspace: string; session: string };
  /** Errors that followed it. */
  errors: readonly SessionError[];
  panel: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Shows the selected handoff next to the graph, or, in a small window, over the lower half of it. */
export function HandoffAside({ handoff, address, errors, panel, onClose }: HandoffAsideProps) {
  const { eventId } = handoff;
  const query = useQuery(useTRPC().handoffs.get.queryOptions({ ...address, event: eventId }));
  const leaks = useHandoffLeaks({ ...address, event: eventId });
  return (
    <Panel
      ref={panel}
      tabIndex={-1}
      aria-label={`Handoff ${handoff.number}`}
      onKeyDown={({ key }) => key === "Escape" && onClose()}
      className="sticky max-h-[calc(100dvh-80px)] overflow-y-auto max-lg:bottom-2 max-lg:z-10 max-lg:max-h-[50dvh] max-lg:shadow-up lg:top-16"
    >
      <PanelHead
        hasLine
        className="flex-nowrap items-start"
        title={
          <span className="flex min-w-0 items-center gap-2">
            <Badge tone="accent">{handoff.number}</Badge>
            <PairLinks from={handoff.fromAgent} to={handoff.toAgent} className="min-w-0 whitespace-normal" />
          </span>
        }
        actions={
          <Button variant="ghost" size="icon-sm" aria-label="Close" onClick={onClose}>
            <X aria-hidden className="size-4" />
          </Button>
        }
      />
      <PanelBody className="flex flex-col gap-4 pt-4">
        {handoff.beforeTokens === null && handoff.afterTokens === null ? (
          <p className="text-text-2">Sizes not recorded</p>
        ) : (
          <p className="flex flex-wrap items-baseline gap-x-1">
            <span className="text-text-2 text-xl">{formatSize(handoff.beforeTokens)}</span>
            <Arrow />
            <span className="font-semibold text-2xl">{formatSize(passedTokens(handoff))}</span>
            <span className="text-text-2">tokens</span>
            <span className="ml-auto font-semibold">{savedShare(handoff)}</span>
          </p>
        )}
        <div className="flex flex-wrap gap-1.5">
          <HandoffBadges handoff={handoff} />
          {isGoverned(handoff.kind) && <ViolationBadge handoff={handoff} />}
          {leaks && leaks.count > 0 && <LeakBadge />}
        </div>
        <LeakPanel leaks={leaks} address={address} />
        <Errors errors={errors} />
        {query.data ? (
          <HandoffFacts found={query.data} sincePrevious={handoff.sincePrevious} address={address} />
        ) : (
          !query.isError && <Skeleton className="h-48" />
        )}
        <Button asChild variant="primary" className="self-start">
          <Anchor
            href={addressOf(address.workspace, "sessions", address.session, "handoffs", handoff.eventId)}
          >
            Open handoff
          </Anchor>
        </Button>
      </PanelBody>
    </Panel>
  );
}

/** Lists the errors that followed a handoff; nothing without any. */
function Errors({ errors }: { errors: readonly SessionError[] }) {
  const timeZone = useTimeZone();
  if (errors.length === 0) return null;
  return (
    <section aria-label="Errors after it" className="rounded-md border border-danger-line bg-danger-soft p-3">
      <h3 className="font-medium text-danger text-sm">{formatCountOf(errors.length, "error")} after it</h3>
      <ul className="mt-1 flex flex-col gap-1.5">
        {errors.map(({ id, occurredAt, agent, eventType, message }) => (
          <li key={id} className="break-words">
            <span className="block text-sm text-text-2">
              <Time at={occurredAt} timeZone={timeZone} /> {agent !== null && <Name>{agent}</Name>}{" "}
              <code>{eventType}</code>
            </span>
            {message}
          </li>
        ))}
      </ul>
    </section>
  );
}

function HandoffFacts({
  found,
  sincePrevious,
  address,
}: {
  found: Found;
  sincePrevious: number | null;
  address: HandoffAsideProps["address"];
}) {
  const timeZone = useTimeZone();
  const { handoff, match, outline, publication, worth } = found;
  const facts = [
    ...(isGoverned(handoff.kind)
      ? [
          {
            label: "Rule",
            value: handoff.ruleId ? <SubjectLink kind="rules" name={handoff.ruleId} /> : "none",
          },
        ]
      : []),
    ...(match ? [{ label: "Why", value: <MarkedText text={match.summary} /> }] : []),
    ...(handoff.policyVersion
      ? [
          {
            label: "Policy",
            value: publication ? (
              <TextLink
                href={addressOf(address.workspace, "policies", "versions", String(publication.number))}
                title={handoff.policyVersion}
              >
                version {publication.number}, since {formatDate(publication.since, timeZone)}
              </TextLink>
            ) : (
              <code title={handoff.policyVersion}>{handoff.policyVersion.slice(0, 8)}</code>
            ),
          },
        ]
      : []),
    ...(handoff.translationStrategies.length > 0
      ? [{ label: "Transformation", value: handoff.translationStrategies.join(", ").replaceAll("_", " ") }]
      : []),
    ...(handoff.toModel ? [{ label: "Model", value: <code>{handoff.toModel}</code> }] : []),
    ...(worth && worth.passed.dollars !== null
      ? [{ label: "Cost to read", value: formatMoney(worth.passed.dollars) }]
      : []),
    ...(sincePrevious === null
      ? []
      : [{ label: "After the last", value: `+${formatDuration(sincePrevious)}` }]),
    {
      label: "At",
      value: `${formatDateTime(handoff.occurredAt, timeZone, { isExact: true })}${handoff.durationMicroseconds === null ? "" : `, took ${formatDuration(handoff.durationMicroseconds / 1000)}`}`,
    },
  ];
  return (
    <>
      <Ledger handoff={handoff} />
      <KeyValues labelWidth={92} items={facts} />
      {outline && <BlockedFields handoff={handoff} entries={outline.entries} address={address} />}
    </>
  );
}

/** Maximum blocked names next to the graph; the handoff's page has all. */
const BLOCKED_SHOWN = 6;

/** Lists the blocked names, each with a link to the field's history. */
function BlockedFields({
  handoff,
  entries,
  address,
}: {
  handoff: Found["handoff"];
  entries: readonly OutlineEntry[];
  address: HandoffAsideProps["address"];
}) {
  const names = new Map<string, number>();
  for (const { path, tokens, cause } of entries) {
    const name = path
      .split(/(?<!\\)\./)
      .at(-1)
      ?.replace(/(\[\])+$/, "");
    if (cause === "blocked" && name) names.set(name, (names.get(name) ?? 0) + tokens);
  }
  if (names.size === 0) return null;
  return (
    <div className="flex flex-col gap-1.5">
      <h3 className="font-medium text-sm text-text-2">
        {isObserved(handoff) ? "Would be blocked" : "Blocked"}
      </h3>
      <ul className="flex flex-wrap gap-1.5">
        {[...names].slice(0, BLOCKED_SHOWN).map(([name, tokens]) => (
          <li key={name}>
            <Anchor href={fieldAddress(address, name)} aria-label={`History of ${isolateName(name)}`}>
              <Badge tone="danger" icon={<Ban aria-hidden />}>
                <Name isCode>{name}</Name> {formatCount(tokens)}
              </Badge>
            </Anchor>
          </li>
        ))}
        {names.size > BLOCKED_SHOWN && <li className="text-text-3">and {names.size - BLOCKED_SHOWN} more</li>}
      </ul>
    </div>
  );
}

/**
 * Shows passed and removed tokens by cause, or, in observe mode, the potential
 * ones; the lines add up to the original size.
 */
function Ledger({ handoff }: { handoff: Found["handoff"] }) {
  const savings = savingsOf(handoff);
  const before = handoff.beforeTokens;
  if (savings.length === 0 || handoff.afterTokens === null || !before) return null;
  const wasObserved = isObserved(handoff);
  const lines = [
    {
      key: "passed",
      label: wasObserved ? "Would pass" : "Passed",
      colour: "q0" as const,
      tokens: handoff.afterTokens,
    },
    ...savings.map(({ cause, tokens }) =>
      cause === "added"
        ? { key: cause, label: "Added by transforming", colour: "text-3" as const, tokens }
        : { key: cause, ...CAUSE_LOOKS[cause], tokens },
    ),
  ];
  return (
    <div>
      {wasObserved && <h3 className="font-medium text-sm text-text-2">If enforced</h3>}
      <dl className="flex flex-col">
        {lines.map(({ key, label, colour, tokens }) => (
          <div key={key} className="flex items-center gap-2 border-line border-b py-1 last:border-b-0">
            <Dot colour={colour} />
            <dt>{label}</dt>
            <dd className="ml-auto">{formatCount(tokens)}</dd>
            <dd className="w-14 text-right text-text-3">{formatPercent(tokens / before)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
