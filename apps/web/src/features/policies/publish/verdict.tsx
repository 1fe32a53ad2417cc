"use client";

import { Finding } from "@baton/ui/layout/finding";
import type { ReactNode } from "react";
import { MarkedText } from "@/features/sessions/handoff/marked-text";
import type { RouterOutputs } from "@/server/root";
import { type Acknowledged, listUnacknowledged } from "./unacknowledged";

export type Check = NonNullable<RouterOutputs["policies"]["publications"]["check"]>;

const GROUND_WORDS = {
  approved: "Approved by an owner who did not edit this draft.",
  own_approval: "Authors may approve their own drafts in this workspace. Publishing approves the draft.",
  stricter_only: "Verified: nothing new can pass. Publish now; review later.",
} as const;

export type VerdictProps = {
  verdict: Check;
  /** A button for an obstacle. */
  ways?: Partial<Record<Check["obstacles"][number]["code"], ReactNode>>;
};

/** Shows the obstacles to publishing a draft, or the ground for it. */
export function Verdict({ verdict, ways = {} }: VerdictProps) {
  const others = verdict.obstacles.filter(({ code }) => code !== "field_not_acknowledged");
  return (
    <>
      {others.map(({ code, message }) => (
        <Finding key={code} tone="warn" action={ways[code]}>
          <MarkedText text={message} />
        </Finding>
      ))}
      {verdict.isStricterOnly ? (
        <Finding tone="ok">{GROUND_WORDS.stricter_only}</Finding>
      ) : (
        verdict.ground !== null &&
        verdict.ground !== "stricter_only" && <Finding tone="info">{GROUND_WORDS[verdict.ground]}</Finding>
      )}
      {!verdict.isStricterOnly && verdict.newlyLetThrough.length === 0 && verdict.loosening && (
        <Finding tone="info">
          No new field passes between known agents. Not verified for other agents:{" "}
          <MarkedText text={verdict.loosening} />.
        </Finding>
      )}
    </>
  );
}

/** Lists the remaining steps briefly. */
export function listMissing(verdict: Check, acknowledged: Acknowledged): string[] {
  const words = {
    policy_refused: "a valid policy",
    nothing_changed: "a change",
    outdated: "a merge with the live policy",
    release_running: "the end of the running release",
    rejected: "a revision without requested changes",
    approval_missing: "1 approval",
  } as const;
  const others = verdict.obstacles.flatMap(({ code }) =>
    code === "field_not_acknowledged" ? [] : words[code],
  );
  return [...listUnacknowledged(verdict.newlyLetThrough, acknowledged), ...others];
}
