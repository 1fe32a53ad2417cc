"use client";

import type { Finding } from "@baton/core";
import {
  CONTENT_ACTIONS,
  type ContentAction,
  ContentRule,
  DETECTOR_NAMES,
  needsPattern,
} from "@baton/core/policy";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Button } from "@baton/ui/primitives/button";
import { Field } from "@baton/ui/primitives/field";
import { Input, Textarea } from "@baton/ui/primitives/input";
import { SegmentedControl } from "@baton/ui/primitives/segmented-control";
import { Select } from "@baton/ui/primitives/select";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { AgentField } from "../rule/agent-field";
import { RuleFindings } from "../rule/rule-findings";
import { DETECTOR_WORDS, FIRST_PATTERNS } from "./content-rules";
import { SeveralAgentsDialog } from "./several-agents-dialog";
import type { Side } from "./spread-content-rule";

const ACTION_WORDS: Record<ContentAction, string> = { flag: "Flag", redact: "Redact", block: "Block" };
const ACTION_HELP: Record<ContentAction, string> = {
  flag: "Records the match. The text passes unchanged.",
  redact: "Replaces each match with [redacted: RULE_ID].",
  block: "Refuses the handoff. The sender gets the reason.",
};

type ContentRuleFormProps = {
  rule: ContentRule;
  /** IDs of the other rules. */
  otherIds: readonly string[];
  agents: readonly string[];
  /** `typedInto`: the text the user types into, if any. */
  onChange: (rule: ContentRule, typedInto?: string) => void;
  onDelete: () => void;
  /** Replaces the rule with one for each of these agents. */
  onSpread: (side: Side, agents: readonly string[]) => void;
  findings: readonly Finding[];
};

/** Edits a content rule. Each valid change applies to the draft at once. */
export function ContentRuleForm({
  rule,
  otherIds,
  agents,
  onChange,
  onDelete,
  onSpread,
  findings,
}: ContentRuleFormProps) {
  const change = (changes: Partial<ContentRule>, typedInto?: string) => {
    const changed = { ...rule, ...changes };
    if (ContentRule.safeParse(changed).success) onChange(changed, typedInto);
  };
  const changeDetector = (name: string) => {
    const detector = DETECTOR_NAMES.find((each) => each === name);
    if (detector && detector !== rule.detector) change({ detector, pattern: FIRST_PATTERNS[detector] });
  };
  return (
    <Panel aria-label={`Content rule ${rule.rule_id}`}>
      <PanelHead
        title={<code className="wrap-anywhere">{rule.rule_id}</code>}
        actions={
          <>
            <SeveralAgentsDialog rule={rule} agents={agents} onSpread={onSpread} />
            <Button size="sm" variant="ghost" onClick={onDelete}>
              <Trash2 className="size-3.5" aria-hidden />
              Delete
            </Button>
          </>
        }
        hasLine
      />
      <PanelBody className="flex flex-col gap-4 pt-3.5">
        <RuleFindings findings={findings} />
        <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
          <AgentField
            label="From"
            agent={rule.from_agent_id}
            agents={agents}
            onAgentChange={(agent) => agent !== null && change({ from_agent_id: agent })}
          />
          <AgentField
            label="To"
            agent={rule.to_agent_id}
            agents={agents}
            onAgentChange={(agent) => agent !== null && change({ to_agent_id: agent })}
          />
        </div>
        <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
          <Field label="Finds">
            <Select
              options={DETECTOR_NAMES.map((value) => ({ value, label: DETECTOR_WORDS[value] }))}
              value={rule.detector}
              onValueChange={changeDetector}
            />
          </Field>
          {needsPattern(rule.detector) && (
            <TypedField
              label={rule.detector === "file_path" ? "Glob" : "Pattern"}
              hint={rule.detector === "file_path" ? "such as **/.env*" : "RE2 syntax"}
              value={rule.pattern ?? ""}
              findError={(pattern) => (pattern === "" ? "Enter a pattern." : null)}
              onChange={(pattern) => change({ pattern }, "pattern")}
            />
          )}
        </div>
        <div>
          <SegmentedControl
            label="Action"
            options={CONTENT_ACTIONS.map((value) => ({ value, label: ACTION_WORDS[value] }))}
            value={rule.action}
            onValueChange={(action) => change({ action })}
          />
          <p className="mt-1.5 text-sm text-text-3">{ACTION_HELP[rule.action]}</p>
        </div>
        <TypedField
          label="Rule ID"
          hint="used in events and redacted texts"
          value={rule.rule_id}
          findError={(ruleId) => {
            if (otherIds.includes(ruleId)) return "Another content rule has this ID.";
            const isValid = ContentRule.safeParse({ ...rule, rule_id: ruleId }).success;
            return isValid ? null : "1 to 100 letters, digits, “_”, “-” or “.”";
          }}
          onChange={(rule_id) => change({ rule_id }, "rule_id")}
        />
        <Field label="Description">
          <Textarea
            rows={2}
            value={rule.description ?? ""}
            onChange={({ target }) => change({ description: target.value || undefined }, "description")}
          />
        </Field>
      </PanelBody>
    </Panel>
  );
}

type TypedFieldProps = {
  label: string;
  hint: string;
  value: string;
  /** Returns the reason why a text is invalid; null if it is valid. */
  findError: (text: string) => string | null;
  onChange: (text: string) => void;
};

/** A text that reaches the draft only while it is valid. */
function TypedField({ label, hint, value, findError, onChange }: TypedFieldProps) {
  const [invalid, setInvalid] = useState<string | null>(null);
  const error = invalid === null ? null : findError(invalid);
  return (
    <Field label={label} hint={hint} error={error ?? undefined}>
      <Input
        className="font-mono"
        spellCheck={false}
        value={invalid ?? value}
        onChange={({ target }) => {
          const hasError = findError(target.value) !== null;
          setInvalid(hasError ? target.value : null);
          if (!hasError) onChange(target.value);
        }}
      />
    </Field>
  );
}
