"use client";

import type { Finding } from "@baton/core";
import { formatCount } from "@baton/ui/format/number";
import { Badge } from "@baton/ui/primitives/badge";
import { Button } from "@baton/ui/primitives/button";
import { CircleAlert, TriangleAlert } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { toSentence } from "@/features/artifacts/finding/to-sentence";
import { MarkedText } from "@/features/sessions/handoff/marked-text";
import { nameFinding } from "./finding-words";
import { type FindingGroup, groupFindings } from "./group-findings";

type GroupedFindingsProps = {
  findings: readonly Finding[];
  /** Shows the place of a finding: its rule, its line. */
  placeOf: (finding: Finding) => ReactNode;
  /** Shows buttons for all findings of a kind. */
  actionOf?: (group: FindingGroup) => ReactNode;
  /** Explains those buttons, in an open kind. */
  noteOf?: (group: FindingGroup) => string | null;
};

/** Lists findings by kind with their number; a kind opens to show its findings. */
export function GroupedFindings({ findings, placeOf, actionOf, noteOf }: GroupedFindingsProps) {
  const groups = useMemo(() => groupFindings(findings), [findings]);
  return (
    <ul
      aria-label="Findings by kind"
      className="flex flex-col divide-y divide-line border-line border-y empty:hidden"
    >
      {groups.map((group) => (
        <Group
          key={group.code}
          group={group}
          placeOf={placeOf}
          action={actionOf?.(group)}
          note={noteOf?.(group) ?? null}
          isOpenAtFirst={group.severity === "error"}
        />
      ))}
    </ul>
  );
}

/** Number of findings to list at first, and with each "more". */
const SOME = 20;

type GroupProps = Pick<GroupedFindingsProps, "placeOf"> & {
  group: FindingGroup;
  action: ReactNode;
  note: string | null;
  isOpenAtFirst: boolean;
};

function Group({ group: { code, severity, findings }, placeOf, action, note, isOpenAtFirst }: GroupProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const [shown, setShown] = useState(SOME);
  const [hint = null, ...otherHints] = new Set(findings.map((finding) => finding.hint));
  const sharedHint = otherHints.length === 0 ? hint : null;
  const Icon = severity === "error" ? CircleAlert : TriangleAlert;
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-1 py-1.5">
      <details
        className="min-w-0 flex-1 basis-60"
        open={isOpen}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary className="cursor-pointer py-0.5">
          <Badge tone={severity === "error" ? "danger" : "warn"} icon={<Icon aria-hidden />}>
            {formatCount(findings.length)}
          </Badge>{" "}
          <span className="font-medium">{nameFinding(code)}</span>{" "}
          <code className="text-sm text-text-3 max-sm:hidden">{code}</code>
        </summary>
        {isOpen && note !== null && <p className="pl-5 text-sm text-text-2">Fix all: {note}</p>}
        {isOpen && sharedHint !== null && (
          <p className="pl-5 text-text-2">
            <MarkedText text={sharedHint} />
          </p>
        )}
        {isOpen && (
          <ul className="mt-1.5 mb-1 flex flex-col gap-2 pl-5">
            {findings.slice(0, shown).map((finding) => (
              <li key={`${finding.path} ${finding.message}`} className="[overflow-wrap:anywhere]">
                <p className="text-sm text-text-3">{placeOf(finding)}</p>
                <p>
                  <MarkedText text={toSentence(finding.message)} />{" "}
                  {sharedHint === null && (
                    <span className="text-text-2">
                      <MarkedText text={finding.hint} />
                    </span>
                  )}
                </p>
              </li>
            ))}
            {findings.length > shown && (
              <li>
                <Button
                  size="sm"
                  variant="ghost"
                  className="-ml-2"
                  onClick={() => setShown(shown + 5 * SOME)}
                >
                  Show more of {formatCount(findings.length)}
                </Button>
              </li>
            )}
          </ul>
        )}
      </details>
      {action}
    </li>
  );
}
