"use client";

import type { Finding as PolicyFinding } from "@baton/core";
import { Finding } from "@baton/ui/layout/finding";
import { Button } from "@baton/ui/primitives/button";
import { toSentence } from "@/features/artifacts/finding/to-sentence";
import { MarkedText } from "@/features/sessions/handoff/marked-text";
import type { DraftAction } from "../draft/draft-state";
import { type FixContext, listFixes } from "./finding-fixes";

type RuleFindingsProps = {
  findings: readonly PolicyFinding[];
  /** True if the findings cannot change while the user reads them; announces no change then. */
  isStatic?: boolean;
  /** Offers fixes, if set. */
  fixing?: { context: FixContext; onFix: (action: DraftAction) => void };
};

/** Shows the lint's findings, each with a one-click fix. */
export function RuleFindings({ findings, fixing, isStatic = false }: RuleFindingsProps) {
  return (
    <ul
      aria-label="Findings"
      aria-live={isStatic ? undefined : "polite"}
      className="flex flex-col gap-2 empty:hidden"
    >
      {findings.map((finding) => (
        <li key={`${finding.code} ${finding.path} ${finding.message}`}>
          <Finding
            tone={finding.severity === "error" ? "danger" : "warn"}
            title={<MarkedText text={toSentence(finding.message)} />}
            action={
              fixing &&
              listFixes(finding, fixing.context).map(({ label, action }) => (
                <Button
                  key={label}
                  size="sm"
                  className="max-w-full whitespace-normal text-left"
                  onClick={() => fixing.onFix(action)}
                >
                  {label}
                </Button>
              ))
            }
          >
            <MarkedText text={finding.hint} /> <code className="text-text-3">{finding.code}</code>
          </Finding>
        </li>
      ))}
    </ul>
  );
}
