"use client";

import type { Policy } from "@baton/core";
import { createPolicyIndex, explainMatch } from "@baton/core/policy";
import { useMemo } from "react";
import { toMatchDto } from "@/features/sessions/handoff/match-dto";
import { MatchCandidates } from "@/features/sessions/handoff/match-panel";

/** Shows the rules that name two agents now, and which of them wins. */
export function WhichRule({ policy, from, to }: { policy: Policy; from: string; to: string }) {
  const index = useMemo(() => createPolicyIndex(policy), [policy]);
  return <MatchCandidates match={toMatchDto(explainMatch(index, from, to, { now: Date.now() }))} />;
}
