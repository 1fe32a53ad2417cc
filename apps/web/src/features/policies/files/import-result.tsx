"use client";

import type { Policy, Finding as PolicyFinding } from "@baton/core";
import { createLineFinder } from "@baton/core/internal";
import type { RuleChange } from "@baton/core/policy";
import { formatCount, formatCountOf } from "@baton/ui/format/number";
import { Finding } from "@baton/ui/layout/finding";
import { Button } from "@baton/ui/primitives/button";
import { Upload } from "lucide-react";
import { useMemo, useState } from "react";
import { RuleChanges } from "../diff/rule-changes";
import { GroupedFindings } from "../findings/grouped-findings";
import { placeOfFinding } from "../rule/finding-fixes";
import { IMPORT_KINDS, type ImportKind, summarizeImport } from "./import-summary";
import type { ReadFiles } from "./read-files";

type ImportResultProps = {
  read: ReadFiles;
  /** The text of the document; null if it was converted, and lines cannot be named. */
  json: string | null;
  isYaml: boolean;
  /** The draft as it is. */
  draft: Policy;
  onImport: () => void;
};

/** Shows what an import changes: numbers and the button first, and the rules and findings on demand. */
export function ImportResult({ read, json, isYaml, draft, onImport }: ImportResultProps) {
  const imported = read.ok ? read.policy : null;
  const summary = useMemo(() => imported && summarizeImport(draft, imported), [draft, imported]);
  const [kind, setKind] = useState<ImportKind | null>(null);
  const errors = read.findings.filter(({ severity }) => severity === "error").length;
  const lineOf = useMemo(() => (json === null ? () => null : createLineFinder(json)), [json]);
  const placeOf = (finding: PolicyFinding) => {
    const place = placeOfFinding(finding);
    const ruleId = place && imported?.agent_handoff_rules[place.position]?.rule_id;
    const line = finding.path === "" ? null : lineOf(finding.path);
    return [
      place && (ruleId ? `Rule ${place.position + 1}, ${ruleId}` : `Rule ${place.position + 1}`),
      line !== null && `line ${formatCount(line)}`,
      finding.path,
    ]
      .filter(Boolean)
      .join(" · ");
  };
  return (
    <section
      aria-label="Effect of the import"
      className="flex flex-col gap-3 rounded-md border border-line p-3"
    >
      {summary && imported ? (
        <>
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p className="font-medium text-lg">
              {formatCountOf(imported.agent_handoff_rules.length, "rule")}
            </p>
            <Button variant="primary" onClick={onImport}>
              <Upload className="size-3.5" aria-hidden />
              Import into the draft
            </Button>
          </div>
          <div className="flex flex-wrap gap-2">
            {IMPORT_KINDS.map((each) => (
              <Button
                key={each}
                size="sm"
                aria-expanded={kind === each}
                disabled={summary[each].length === 0}
                onClick={() => setKind(kind === each ? null : each)}
              >
                {formatCount(summary[each].length)} {each}
              </Button>
            ))}
          </div>
          {kind && <RulesOfKind key={kind} changes={summary[kind]} isKept={kind === "kept"} />}
          {isYaml && (
            <p className="text-sm text-text-2">The draft stores YAML as JSON, without its comments.</p>
          )}
        </>
      ) : (
        <Finding tone="danger" role="status" title={`Not imported: ${formatCountOf(errors, "error")}`}>
          Correct the text below, or choose another file. The draft is unchanged.
        </Finding>
      )}
      <GroupedFindings findings={read.findings} placeOf={placeOf} />
    </section>
  );
}

/** Maximum rules to list at first. */
const SOME_RULES = 20;

function RulesOfKind({ changes, isKept }: { changes: readonly RuleChange[]; isKept: boolean }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? changes : changes.slice(0, SOME_RULES);
  return (
    <section aria-label="Rules">
      {isKept ? (
        <p className="wrap-anywhere text-text-2">
          <code>{shown.map(({ ruleId }) => ruleId).join(", ")}</code>
        </p>
      ) : (
        <RuleChanges rules={shown} />
      )}
      {changes.length > SOME_RULES && !isWhole && (
        <Button size="sm" variant="ghost" className="mt-1 -ml-2" onClick={() => setWhole(true)}>
          Show all {formatCountOf(changes.length, "rule")}
        </Button>
      )}
    </section>
  );
}
