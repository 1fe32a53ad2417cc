"use client";

import type { Finding, Policy } from "@baton/core";
import { lintPolicy } from "@baton/core/policy";
import { useMemo } from "react";
import type { DraftSnapshot } from "../draft/draft-store";
import { placeOfFinding } from "../rule/finding-fixes";
import type { Seen } from "./use-observed";

interface PolicyFindings {
  readonly all: readonly Finding[];
  /** Findings by the rule's position in the document. */
  readonly ofRule: ReadonlyMap<number, readonly Finding[]>;
  /** Findings by the content rule's position in the document. */
  readonly ofContentRule: ReadonlyMap<number, readonly Finding[]>;
  /** Findings about the whole policy. */
  readonly ofPolicy: readonly Finding[];
}

type AsPolicy = Pick<DraftSnapshot, "policy" | "policyFindings">;

/** Lints a draft. It changes only after a pause in typing, so typing never waits for a large policy. */
export function useFindings({ policy, policyFindings }: AsPolicy, { agents, fields }: Seen): PolicyFindings {
  return useMemo(
    () => findIn({ policy, policyFindings }, agents, fields),
    [policy, policyFindings, agents, fields],
  );
}

/**
 * Findings by policy and observed data: the table of rules and
 * the bar at the bottom share them.
 */
const known = new WeakMap<Policy, Pick<Seen, "agents" | "fields"> & { findings: PolicyFindings }>();

function findIn(
  { policy, policyFindings }: AsPolicy,
  agents: Seen["agents"],
  fields: Seen["fields"],
): PolicyFindings {
  const before = known.get(policy);
  if (before?.agents === agents && before.fields === fields) return before.findings;
  const found = lintPolicy(policy, {
    now: Date.now(),
    ...(agents && { seenAgents: agents }),
    ...(fields && { seenFields: fields.map(({ path }) => path) }),
  });
  const all = [...policyFindings, ...found];
  const ofRule = new Map<number, Finding[]>();
  const ofContentRule = new Map<number, Finding[]>();
  const ofPolicy: Finding[] = [];
  for (const finding of all) {
    const place = placeOfFinding(finding);
    const contentPosition = /\/content_rules\/(\d+)(?:\/|$)/.exec(finding.path)?.[1];
    if (place) addTo(ofRule, place.position, finding);
    else if (contentPosition !== undefined) addTo(ofContentRule, Number(contentPosition), finding);
    else ofPolicy.push(finding);
  }
  const findings = { all, ofRule, ofContentRule, ofPolicy };
  known.set(policy, { agents, fields, findings });
  return findings;
}

function addTo(findings: Map<number, Finding[]>, position: number, finding: Finding): void {
  findings.set(position, [...(findings.get(position) ?? []), finding]);
}
