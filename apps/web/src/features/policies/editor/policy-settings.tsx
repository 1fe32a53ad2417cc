"use client";

import type { Finding, Policy } from "@baton/core";
import { ENFORCEMENT_LEVELS } from "@baton/core/policy";
import { Finding as FindingBox } from "@baton/ui/layout/finding";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { ChipsInput } from "@baton/ui/primitives/chips-input";
import { Field } from "@baton/ui/primitives/field";
import { Select } from "@baton/ui/primitives/select";
import { memo } from "react";
import { toSentence } from "@/features/artifacts/finding/to-sentence";
import { MarkedText } from "@/features/sessions/handoff/marked-text";
import type { DraftAction } from "../draft/draft-state";
import type { SettingChanges } from "../draft/policy-section";
import { FieldList } from "../rule/field-list";
import { ModeChoice } from "../rule/mode-choice";
import { listNames, type ObservedField } from "../rule/observed-fields";
import { findRefusal } from "../rule/refusal";
import { OnOff } from "../rule/rule-settings";

type PolicySettingsProps = {
  policy: Policy;
  live: Policy | null;
  findings: readonly Finding[];
  /** Null while unknown. */
  seen: readonly ObservedField[] | null;
  dispatch: (action: DraftAction) => void;
};

/** Edits the settings that apply to every handoff, regardless of its rule. */
export const PolicySettings = memo(function PolicySettings(props: PolicySettingsProps) {
  const { policy, live, findings, seen, dispatch } = props;
  const change = (changes: SettingChanges) => dispatch({ type: "change-settings", changes });
  return (
    <Panel aria-label="For every handoff">
      <PanelHead title="For every handoff" hasLine />
      <PanelBody className="flex flex-col gap-4 pt-3.5">
        {findings.map((finding) => (
          <FindingBox
            key={`${finding.code} ${finding.path} ${finding.message}`}
            tone="warn"
            title={<MarkedText text={toSentence(finding.message)} />}
          >
            <MarkedText text={finding.hint} />
          </FindingBox>
        ))}
        <FieldList
          label="Blocked everywhere"
          hint="in every handoff"
          fields={policy.blocked_context_fields}
          liveFields={live?.blocked_context_fields ?? []}
          seen={seen && listNames(seen)}
          handoffs={0}
          isBlocked
          findRefusal={(name) => findRefusal({ blocked_context_fields: [name] })}
          onChange={(fields) => change({ blocked_context_fields: fields })}
        />
        <ModeChoice
          label="Default mode"
          mode={policy.default_handoff_mode}
          onModeChange={(default_handoff_mode) => change({ default_handoff_mode })}
        />
        <Field
          label="Level"
          help={
            policy.enforcement_level === "strict"
              ? "Drops non-object outputs when a rule lists fields."
              : "Passes non-object outputs unchanged when a rule lists fields."
          }
        >
          <Select
            options={ENFORCEMENT_LEVELS.map((level) => ({ value: level, label: level }))}
            value={policy.enforcement_level}
            onValueChange={(value) => {
              const level = ENFORCEMENT_LEVELS.find((each) => each === value);
              if (level) change({ enforcement_level: level });
            }}
          />
        </Field>
        <Field label="Input IDs" hint="fields of the original input that pass in minimal mode">
          <ChipsInput
            entries={policy.minimal_input_fields.map((value) => ({ value }))}
            options={[]}
            optionsLabel="Input IDs"
            placeholder="add a field…"
            onAdd={(names) => change({ minimal_input_fields: [...policy.minimal_input_fields, ...names] })}
            onRemove={(name) =>
              change({ minimal_input_fields: policy.minimal_input_fields.filter((field) => field !== name) })
            }
          />
        </Field>
        <OnOff
          label="Blocked fields within texts"
          words={policy.blocked_in_text ? "redacted in JSON and after their names; prose passes" : "pass"}
          isOn={policy.blocked_in_text}
          onChange={(blocked_in_text) => change({ blocked_in_text })}
        />
        <OnOff
          label="Translation"
          words={policy.enable_conversation_translation ? "set by each rule" : "off for all rules"}
          isOn={policy.enable_conversation_translation}
          onChange={(enable_conversation_translation) => change({ enable_conversation_translation })}
        />
        <OnOff
          label="Audit"
          words={policy.audit_all_handoffs ? "every handoff" : "set by each rule"}
          isOn={policy.audit_all_handoffs}
          onChange={(audit_all_handoffs) => change({ audit_all_handoffs })}
        />
      </PanelBody>
    </Panel>
  );
});
