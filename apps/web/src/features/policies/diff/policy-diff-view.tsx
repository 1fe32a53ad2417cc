"use client";

import type { Policy } from "@baton/core";
import type { ObservedPair, PairChange, PolicyDiff, RuleChange, SettingChange } from "@baton/core/policy";
import { formatCountOf } from "@baton/ui/format/number";
import { ErrorState } from "@baton/ui/layout/error-state";
import { Finding } from "@baton/ui/layout/finding";
import { Button } from "@baton/ui/primitives/button";
import { FromTo } from "@baton/ui/primitives/from-to";
import { Skeleton } from "@baton/ui/primitives/skeleton";
import { Ban, TriangleAlert } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { MarkedText } from "@/features/sessions/handoff/marked-text";
import { useWorkerTask } from "../worker/use-worker-task";
import { RuleRows, Settings } from "./rule-changes";

type PolicyDiffViewProps = {
  before: Policy;
  after: Policy;
  /** Pairs to compare; by default those that the rules name. */
  pairs?: readonly ObservedPair[] | undefined;
  /** Omits the proof and the list of pairs. */
  isCompact?: boolean;
  /** Drawn below each changed rule. */
  noteOfRule?: (ruleId: string) => ReactNode;
};

/** Computes and shows the effect of replacing one policy with another. */
export function PolicyDiffView({ before, after, pairs, ...shown }: PolicyDiffViewProps) {
  const task = useMemo(
    () => ({ kind: "diff" as const, before, after, now: Date.now(), ...(pairs && { pairs }) }),
    [before, after, pairs],
  );
  const { result, error } = useWorkerTask<"diff">(task);
  if (error !== null) return <ErrorState title="The versions could not be compared">{error}</ErrorState>;
  return result ? (
    <DiffInMeaning diff={result} pairsOf={pairs ? "handoffs in this period" : "a rule"} {...shown} />
  ) : (
    <Skeleton className="h-16" />
  );
}

type DiffInMeaningProps = Pick<PolicyDiffViewProps, "isCompact" | "noteOfRule"> & {
  diff: PolicyDiff;
  /** Property of the compared pairs: "handoffs in this period". */
  pairsOf: string;
  /** Numbers of omitted items. */
  leftOut?: { pairs: number; fields: number; rules: number };
};

/** Shows a difference in a sentence, then field by field, then rule by rule. */
export function DiffInMeaning({ diff, pairsOf, isCompact = false, leftOut, noteOfRule }: DiffInMeaningProps) {
  const { rules, settings, pairs, contentRules, tests } = diff;
  const isSame = [rules, settings, pairs, contentRules, tests].every(({ length }) => length === 0);
  return (
    <div className="flex flex-col gap-3.5">
      <p className="font-medium text-lg first-letter:uppercase">
        <MarkedText text={`${diff.headline}.`} />
      </p>
      {!isCompact && pairs.length > 0 && (
        <p className="-mt-2.5 text-sm text-text-3">Only pairs of agents with {pairsOf} are counted.</p>
      )}
      {!isCompact && !isSame && <Proof diff={diff} />}
      {!isCompact && <Pairs pairs={pairs} />}
      <Rules rules={rules} settings={settings} noteOfRule={noteOfRule} />
      <ContentRules rules={contentRules} noteOfRule={noteOfRule} />
      {tests.map(({ name, kind }) => (
        <p key={name} className="wrap-anywhere">
          Policy test {kind}: {name}
        </p>
      ))}
      {leftOut && leftOut.pairs + leftOut.fields + leftOut.rules > 0 && (
        <p className="text-text-2">
          Not shown: {formatCountOf(leftOut.pairs, "pair")}, {formatCountOf(leftOut.fields, "field")} of those
          above, {formatCountOf(leftOut.rules, "rule")}. Run <code>baton policy diff</code> to see all.
        </p>
      )}
    </div>
  );
}

function ContentRules({
  rules,
  noteOfRule,
}: {
  rules: PolicyDiff["contentRules"];
  noteOfRule: PolicyDiffViewProps["noteOfRule"];
}) {
  const [isWhole, setWhole] = useState(false);
  return (
    <>
      {(isWhole ? rules : rules.slice(0, FEW_RULES)).map(({ ruleId, kind, sentence }) => (
        <div key={ruleId} className="wrap-anywhere">
          Content rule {kind}: <MarkedText text={`${sentence}.`} />
          {noteOfRule?.(ruleId)}
        </div>
      ))}
      {rules.length > FEW_RULES && !isWhole && (
        <Button size="sm" variant="ghost" className="-ml-2 self-start" onClick={() => setWhole(true)}>
          Show all {formatCountOf(rules.length, "content rule")}
        </Button>
      )}
    </>
  );
}

function Proof({ diff: { isStricterOnly, loosening } }: { diff: PolicyDiff }) {
  return isStricterOnly ? (
    <Finding tone="ok">Stricter only. Verified: nothing new can pass between any agents.</Finding>
  ) : (
    <Finding tone="info">
      May let new fields through: <MarkedText text={loosening ?? ""} />.
    </Finding>
  );
}

/** Maximum pairs to list at first. */
const FEW_PAIRS = 12;

function Pairs({ pairs }: { pairs: readonly PairChange[] }) {
  const [isWhole, setWhole] = useState(false);
  if (pairs.length === 0) return null;
  // Pairs with newly passing fields first.
  const sorted = pairs.toSorted((a, b) => b.newlyLetThrough.length - a.newlyLetThrough.length);
  return (
    <section aria-label="Pair by pair">
      <h3 className="mb-1.5">Pair by pair</h3>
      <ul className="flex flex-col divide-y divide-line border-line border-y">
        {(isWhole ? sorted : sorted.slice(0, FEW_PAIRS)).map((pair) => (
          <li
            key={`${pair.from} ${pair.to}`}
            className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)] gap-3 py-2 max-sm:grid-cols-1"
          >
            <span>
              <FromTo className="whitespace-normal [overflow-wrap:anywhere]" from={pair.from} to={pair.to} />
              {(pair.before.ruleId !== pair.after.ruleId || pair.before.mode !== pair.after.mode) && (
                <span className="block text-sm text-text-2">
                  <FromTo
                    className="whitespace-normal [overflow-wrap:anywhere]"
                    from={describeTerms(pair.before)}
                    to={describeTerms(pair.after)}
                  />
                </span>
              )}
            </span>
            <span className="flex flex-col gap-1">
              <Fields fields={pair.newlyLetThrough.map(({ field }) => field)} isLetThrough />
              <Fields fields={pair.newlyBlocked.map(({ field }) => field)} isLetThrough={false} />
            </span>
          </li>
        ))}
      </ul>
      {pairs.length > FEW_PAIRS && !isWhole && (
        <Button size="sm" variant="ghost" className="mt-1 -ml-2" onClick={() => setWhole(true)}>
          Show all {formatCountOf(pairs.length, "pair")}
        </Button>
      )}
      {pairs.some(
        ({ newlyLetThrough, newlyBlocked }) => newlyLetThrough.length + newlyBlocked.length > 0,
      ) && (
        <p className="mt-1.5 text-sm text-text-3">
          Counts field patterns; Impact counts fields seen in traffic.
        </p>
      )}
    </section>
  );
}

function describeTerms({ ruleId, mode }: PairChange["before"]): string {
  return `${ruleId ?? "no rule"}, ${mode}`;
}

function Fields({ fields, isLetThrough }: { fields: readonly string[]; isLetThrough: boolean }) {
  if (fields.length === 0) return null;
  const Icon = isLetThrough ? TriangleAlert : Ban;
  return (
    <span className={isLetThrough ? "text-danger" : "text-text-2"}>
      <Icon className="mr-1.5 inline size-3.5 align-[-2px]" aria-hidden />
      {isLetThrough ? "newly passes: " : "newly blocked: "}
      <code className="[overflow-wrap:anywhere]">{fields.join(", ")}</code>
    </span>
  );
}

/** Maximum rules to list at first. */
const FEW_RULES = 30;

function Rules({
  rules,
  settings,
  noteOfRule,
}: {
  rules: readonly RuleChange[];
  settings: readonly SettingChange[];
  noteOfRule: PolicyDiffViewProps["noteOfRule"];
}) {
  const [isWhole, setWhole] = useState(false);
  if (rules.length === 0 && settings.length === 0) return null;
  return (
    <section aria-label="Rule by rule">
      <h3 className="mb-1.5">
        Rule by rule{" "}
        {rules.length > 0 && (
          <span className="font-normal text-sm text-text-3">{formatCountOf(rules.length, "rule")}</span>
        )}
      </h3>
      <ul className="flex flex-col divide-y divide-line border-line border-y">
        {settings.length > 0 && (
          <li className="py-2">
            <p>For every handoff</p>
            <Settings settings={settings} />
          </li>
        )}
        <RuleRows rules={isWhole ? rules : rules.slice(0, FEW_RULES)} noteOfRule={noteOfRule} />
      </ul>
      {rules.length > FEW_RULES && !isWhole && (
        <Button size="sm" variant="ghost" className="mt-1 -ml-2" onClick={() => setWhole(true)}>
          Show all {formatCountOf(rules.length, "rule")}
        </Button>
      )}
    </section>
  );
}
