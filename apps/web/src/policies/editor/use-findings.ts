"use client";

import { type Finding, lintPolicy, type Policy } from "@baton/core";
import { useDeferredValue, useMemo } from "react";
import { placeOfFinding } from "../rule/finding-fixes";
import type { Seen } from "./use-seen";

export interface PolicyFindings {
  readonly all: readonly Finding[];
  /** By the rule's place in the document. */
  readonly ofRule: ReadonlyMap<number, readonly Finding[]>;
  /** Of the policy as a whole. */
  readonly ofPolicy: readonly Finding[];
}

/** What the lint finds in the draft, as one types: with a large policy a moment later, so that typing never waits. */
export function useFindings(policy: Policy, { agents, paths }: Seen): PolicyFindings {
  const linted = useDeferredValue(policy);
  return useMemo(() => {
    const all = lintPolicy(linted, {
      now: Date.now(),
      ...(agents && { seenAgents: agents }),
      ...(paths && { seenFields: paths }),
    });
    const ofRule = new Map<number, Finding[]>();
    const ofPolicy: Finding[] = [];
    for (const finding of all) {
      const place = placeOfFinding(finding);
      const list = place ? (ofRule.get(place.position) ?? []) : ofPolicy;
      list.push(finding);
      if (place) ofRule.set(place.position, list);
    }
    return { all, ofRule, ofPolicy };
  }, [linted, agents, paths]);
}
