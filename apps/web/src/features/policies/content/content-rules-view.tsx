"use client";

import type { Finding as PolicyFinding } from "@baton/core";
import type { ContentRule } from "@baton/core/policy";
import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { formatCountOf } from "@baton/ui/format/number";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { Finding } from "@baton/ui/layout/finding";
import { Panel, PanelFoot, PanelHead } from "@baton/ui/layout/panel";
import { Badge } from "@baton/ui/primitives/badge";
import { Button } from "@baton/ui/primitives/button";
import { FromTo } from "@baton/ui/primitives/from-to";
import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useFindings } from "../editor/use-findings";
import { useObserved } from "../editor/use-observed";
import { type PolicyEditor, useDraft, useDraftAtRest } from "../editor/use-policy-editor";
import { type Move, moveColumn } from "../move-column";
import { ContentRuleForm } from "./content-rule-form";
import {
  addRules,
  DETECTOR_WORDS,
  moveContentRule,
  PRESETS,
  replaceContentRules,
  suggestContentRuleId,
} from "./content-rules";
import { spreadContentRule } from "./spread-content-rule";

const TextTester = dynamic(async () => (await import("./text-tester")).TextTester, { ssr: false });
const PastMatchesPanel = dynamic(async () => (await import("./past-matches-panel")).PastMatchesPanel, {
  ssr: false,
});

/** Shows and edits the content rules of the draft, and tries them on a text. */
export function ContentRulesView({ editor }: { editor: PolicyEditor }) {
  const { workspace, store, live, may } = editor;
  const { policy } = useDraft(store);
  const seen = useObserved(workspace);
  const { agents } = seen;
  const findings = useFindings(useDraftAtRest(store), seen).ofContentRule;
  const [chosen, setChosen] = useState(0);
  const rules = policy.content_rules;
  const position = Math.min(chosen, rules.length - 1);
  const open = rules[position];
  const set = (changed: readonly ContentRule[], typedInto?: string) =>
    store.dispatch({
      type: "change-settings",
      changes: replaceContentRules(changed),
      ...(typedInto && { typedInto }),
    });
  const add = (added: Parameters<typeof addRules>[1]) => {
    const changed = addRules(rules, added);
    set(changed);
    setChosen(changed.length - 1);
  };
  const move = (from: number, to: number) => {
    set(moveContentRule(rules, from, to));
    setChosen(to);
  };
  return (
    <>
      <Panel aria-label="Content rules">
        <PanelHead
          title="Content rules"
          note={`${formatCountOf(rules.length, "rule")}; all that match a pair apply, in this order`}
          actions={
            may.edit && (
              <Button
                size="sm"
                onClick={() =>
                  add([{ rule_id: suggestContentRuleId(rules), detector: "secret", action: "redact" }])
                }
              >
                <Plus className="size-3.5" aria-hidden />
                Add a content rule
              </Button>
            )
          }
        />
        <DataTable
          caption="Rules about texts, in order"
          columns={[
            ...columnsOf(
              live?.policy?.content_rules ?? [],
              (rule) => findings.get(rules.indexOf(rule)) ?? [],
            ),
            ...(may.edit
              ? [
                  moveColumn<ContentRule>(
                    ({ rule_id }) => rule_id,
                    (rule, step) => findMove(rules, rule, step),
                    move,
                  ),
                ]
              : []),
          ]}
          rows={rules}
          keyOf={(rule) => rules.indexOf(rule)}
          onSelect={(rule) => setChosen(rules.indexOf(rule))}
          selectedKey={open ? position : null}
          empty={
            <EmptyState title="No content rules">
              They find secrets, personal data or patterns in any text that agents pass.
              {may.edit && " Start with a preset, or add a rule."}
            </EmptyState>
          }
        />
        {may.edit && (
          <PanelFoot className="flex flex-wrap items-center gap-2">
            <span>Presets:</span>
            {PRESETS.map(({ name, rules: preset }) => (
              <Button
                key={name}
                size="sm"
                disabled={addRules(rules, preset).length === rules.length}
                onClick={() => add(preset)}
              >
                {name}
              </Button>
            ))}
          </PanelFoot>
        )}
      </Panel>
      {may.edit && <PastMatchesPanel workspace={workspace} rules={rules} />}
      <div className="grid items-start gap-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        {open && may.edit ? (
          <ContentRuleForm
            key={position}
            rule={open}
            otherIds={rules.toSpliced(position, 1).map(({ rule_id }) => rule_id)}
            agents={agents ?? []}
            onChange={(changed, typedInto) =>
              set(rules.with(position, changed), typedInto && `content ${position} ${typedInto}`)
            }
            findings={findings.get(position) ?? []}
            onSpread={(side, named) => set(spreadContentRule(rules, position, { side, agents: named }))}
            onDelete={() => set(rules.toSpliced(position, 1))}
          />
        ) : (
          <Limits />
        )}
        <div className="flex min-w-0 flex-col gap-4">
          <TextTester workspace={workspace} policy={policy} agents={agents ?? []} canAsk={may.edit} />
          {open && may.edit && <Limits />}
        </div>
      </div>
    </>
  );
}

/** States what text rules cannot do. */
function Limits() {
  return (
    <Finding tone="info" title="Limits of content rules">
      They find what has a recognizable form. A text that describes a person, a secret in words, or a value
      that is split or encoded passes. Block the field where you can: that removes the value in any form.
    </Finding>
  );
}

function columnsOf(
  live: readonly ContentRule[],
  findingsOf: (rule: ContentRule) => readonly PolicyFinding[],
): Column<ContentRule>[] {
  return [
    {
      id: "rule",
      header: "Rule",
      cell: (rule) => (
        <span className="flex flex-wrap items-center gap-1.5">
          <code className="wrap-anywhere">{rule.rule_id}</code>
          <ChangeBadge rule={rule} live={live} />
          {findingsOf(rule).length > 0 && (
            <Badge tone={findingsOf(rule).some(({ severity }) => severity === "error") ? "danger" : "warn"}>
              {formatCountOf(findingsOf(rule).length, "finding")}
            </Badge>
          )}
        </span>
      ),
    },
    {
      id: "pair",
      header: "From, to",
      isSecondary: true,
      cell: ({ from_agent_id, to_agent_id }) => <FromTo from={from_agent_id} to={to_agent_id} />,
    },
    {
      id: "finds",
      header: "Finds",
      cell: ({ detector, pattern }) => (
        <>
          {DETECTOR_WORDS[detector]}{" "}
          {pattern !== undefined && <code className="wrap-anywhere">{pattern}</code>}
        </>
      ),
    },
    {
      id: "action",
      header: "Action",
      cell: ({ action }) => (
        <Badge tone={action === "block" ? "danger" : action === "redact" ? "warn" : "muted"}>{action}</Badge>
      ),
    },
  ];
}

function ChangeBadge({ rule, live }: { rule: ContentRule; live: readonly ContentRule[] }) {
  const before = live.find(({ rule_id }) => rule_id === rule.rule_id);
  if (!before) return <Badge tone="accent">new</Badge>;
  return JSON.stringify(before) === JSON.stringify(rule) ? null : <Badge tone="accent">edited</Badge>;
}

function findMove(rules: readonly ContentRule[], rule: ContentRule, step: 1 | -1): Move | null {
  const from = rules.indexOf(rule);
  return rules[from + step] === undefined ? null : { from, to: from + step };
}
