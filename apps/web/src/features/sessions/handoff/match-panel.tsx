"use client";

import type { Specificity } from "@baton/core/policy";
import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { formatCount } from "@baton/ui/format/number";
import { isolateName } from "@baton/ui/format/readable-name";
import { formatDateTime } from "@baton/ui/format/time";
import { Panel, PanelBody, PanelFoot, PanelHead } from "@baton/ui/layout/panel";
import { Badge } from "@baton/ui/primitives/badge";
import { FromTo } from "@baton/ui/primitives/from-to";
import { TextLink } from "@baton/ui/primitives/text-link";
import { Check } from "lucide-react";
import { SubjectLink } from "@/features/traffic/subject-link";
import { addressOf } from "@/frame/pages";
import { useTimeZone } from "@/frame/time-zone";
import type { RouterOutputs } from "@/server/root";
import { isGoverned } from "./handoff-kinds";
import { MarkedText } from "./marked-text";
import type { CandidateDto, MatchDto } from "./match-dto";

type Found = RouterOutputs["handoffs"]["get"];

/** Describes each kind of match. */
const SPECIFICITY_WORDS = {
  exact: "exact pair",
  from: "sender",
  to: "receiver",
  any: "any pair",
  default: "no rule",
} as const satisfies Record<Specificity, string>;

/** Shows the rule that applied, and the other rules for the pair with the reason they lost. */
export function MatchPanel({
  handoff,
  match,
  publication,
  workspace,
}: Pick<Found, "handoff" | "match" | "publication"> & { workspace: string }) {
  return (
    <Panel aria-label="Applied rule">
      <PanelHead
        title="Applied rule"
        note={<VersionNote version={handoff.policyVersion} publication={publication} workspace={workspace} />}
      />
      {match ? (
        <MatchCandidates match={match} note={noteOnRule(match.since)} />
      ) : (
        <Unexplained handoff={handoff} />
      )}
    </Panel>
  );
}

function VersionNote({
  version,
  publication,
  workspace,
}: {
  version: string | null;
  publication: Found["publication"];
  workspace: string;
}) {
  const timeZone = useTimeZone();
  if (version === null) return null;
  if (publication) {
    const { number, since } = publication;
    return (
      <TextLink href={addressOf(workspace, "policies", "versions", String(number))} title={version}>
        version {number}, since {formatDateTime(since, timeZone)}
      </TextLink>
    );
  }
  return (
    <span title={version}>
      policy <code>{version.slice(0, 8)}</code>, at the time
    </span>
  );
}

/** Describes the state of the applied rule in the last reported policy. */
function noteOnRule(since: NonNullable<Found["match"]>["since"]): string | null {
  if (since === "changed") return "Shows the rule as it was. It has changed since.";
  if (since === "gone") return "Shows the rule as it was. The policy no longer has it.";
  return null;
}

/** Lists the rules that name a pair, with the outcome of each. */
export function MatchCandidates({ match, note }: { match: MatchDto; note?: string | null }) {
  const columns: Column<CandidateDto>[] = [
    {
      id: "rule",
      header: "Candidate",
      cell: ({ ruleId, fromAgent, toAgent }) => (
        <>
          <SubjectLink kind="rules" name={ruleId} />
          <span className="block text-sm text-text-2">
            <FromTo from={fromAgent} to={toAgent} />
          </span>
        </>
      ),
    },
    {
      id: "specificity",
      header: "Matches by",
      cell: ({ specificity }) => SPECIFICITY_WORDS[specificity],
    },
    {
      id: "verdict",
      header: "Result",
      cell: ({ verdict, reason }) =>
        verdict === "applies" ? (
          <Badge tone="ok" icon={<Check aria-hidden />}>
            {" "}
            applies{" "}
          </Badge>
        ) : (
          <span className="text-sm text-text-2">
            <MarkedText text={reason} />
          </span>
        ),
    },
  ];
  const { first, count } = match.candidates;
  const winner = first.find((candidate) => candidate.verdict === "applies");
  return (
    <>
      {first.length > 0 && (
        <DataTable
          caption="Rules for this pair (highest priority first)"
          columns={columns}
          rows={first}
          keyOf={(candidate) => candidate.position}
          selectedKey={winner?.position ?? null}
        />
      )}
      <PanelFoot>
        <p>
          <MarkedText text={match.summary} />
        </p>
        {count > first.length && <p>{formatCount(count - first.length)} more rules match the pair.</p>}
        {note && <p>{note}</p>}
      </PanelFoot>
    </>
  );
}

function Unexplained({ handoff }: { handoff: Found["handoff"] }) {
  if (!isGoverned(handoff.kind)) {
    return (
      <PanelBody className="text-text-2">
        Rules apply only to contexts that Baton scopes. This handoff has another kind: its sender chose what
        it contains.
      </PanelBody>
    );
  }
  return (
    <PanelBody className="text-text-2">
      {handoff.ruleId === null
        ? "The event names no rule. "
        : `The event names the rule ${isolateName(handoff.ruleId)}. `}
      {handoff.policyVersion === null
        ? "It does not name the live policy version."
        : "Unknown policy version. Orchestrators report versions with policy_seen."}
    </PanelBody>
  );
}
