"use client";

import type { ConversationTranslation, HandoffRule } from "@baton/core/policy";
import { Field } from "@baton/ui/primitives/field";
import { Input, Textarea } from "@baton/ui/primitives/input";
import { Select } from "@baton/ui/primitives/select";
import { Switch } from "@baton/ui/primitives/switch";
import { type ReactNode, useId } from "react";
import { useTimeZone } from "@/frame/time-zone";
import { fromExpiryInput, toExpiryInput } from "./expiry";
import { FieldList } from "./field-list";
import type { FieldOption } from "./observed-fields";
import { findRefusal } from "./refusal";

export type ChangeRule = (changes: Partial<HandoffRule>, typedInto?: string) => void;

const NO_TRANSLATION: ConversationTranslation = {
  enabled: false,
  filter_enabled: false,
  summarize: false,
  max_summary_tokens: 500,
};

type TranslationSettingsProps = {
  rule: HandoffRule;
  outputFields: readonly FieldOption[] | null;
  handoffs: number;
  onChange: ChangeRule;
};

/** Edits the transformation of the sender's text after the fields are chosen. */
export function TranslationSettings({ rule, outputFields, handoffs, onChange }: TranslationSettingsProps) {
  const translation = rule.conversation_translation ?? NO_TRANSLATION;
  const change = (changes: Partial<ConversationTranslation>, typedInto?: string) =>
    onChange({ conversation_translation: { ...translation, ...changes } }, typedInto);
  return (
    <div className="flex flex-col gap-3">
      <OnOff
        label="Transform context"
        words={translation.enabled ? "on" : "off"}
        isOn={translation.enabled}
        onChange={(enabled) => change({ enabled })}
      />
      {translation.enabled && (
        <div className="flex flex-col gap-3 border-line border-l-2 pl-3">
          <FieldList
            label="Keep only these fields"
            hint="empty keeps all"
            fields={translation.extract_fields ?? []}
            liveFields={null}
            seen={outputFields}
            handoffs={handoffs}
            findRefusal={(name) => findRefusal({ allowed_context_fields: [name] })}
            onChange={(fields) => change({ extract_fields: fields.length > 0 ? fields : undefined })}
          />
          <OnOff
            label="Remove blocked fields from messages"
            words={translation.filter_enabled ? "on" : "off"}
            isOn={translation.filter_enabled}
            onChange={(filter_enabled) => change({ filter_enabled })}
          />
          <OnOff
            label="Summarize long outputs"
            words={translation.summarize ? "on" : "off"}
            isOn={translation.summarize}
            onChange={(summarize) => change({ summarize })}
          />
          <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
            {translation.summarize && (
              <Field label="Summarize to">
                <Input
                  type="number"
                  min={1}
                  value={translation.max_summary_tokens}
                  trailing="tokens"
                  onChange={({ target }) => {
                    if (target.valueAsNumber >= 1) {
                      change({ max_summary_tokens: Math.trunc(target.valueAsNumber) }, "max_summary_tokens");
                    }
                  }}
                />
              </Field>
            )}
            <Field label="Message role for the receiver">
              <Select
                options={[
                  { value: "kept", label: "keep original" },
                  { value: "user", label: "user" },
                  { value: "system", label: "system" },
                ]}
                value={translation.recast_role ?? "kept"}
                onValueChange={(role) =>
                  change({ recast_role: role === "user" || role === "system" ? role : undefined })
                }
              />
            </Field>
          </div>
        </div>
      )}
    </div>
  );
}

/** Edits a rule's name, purpose, expiry, and whether its handoffs are recorded. */
export function RuleAbout({ rule, onChange }: { rule: HandoffRule; onChange: ChangeRule }) {
  const timeZone = useTimeZone();
  return (
    <>
      <Field label="Description">
        <Textarea
          rows={2}
          value={rule.description ?? ""}
          onChange={({ target }) => onChange({ description: target.value || undefined }, "description")}
        />
      </Field>
      <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
        <Field label="Rule ID" hint="used in events">
          <Input
            className="font-mono"
            spellCheck={false}
            value={rule.rule_id}
            onChange={({ target }) => onChange({ rule_id: target.value || undefined }, "rule_id")}
          />
        </Field>
        <Field label="Expires on" hint={timeZone}>
          <Input
            type="datetime-local"
            value={toExpiryInput(rule.expires_at, timeZone)}
            onChange={({ target }) =>
              onChange({ expires_at: fromExpiryInput(target.value, timeZone) }, "expires_at")
            }
          />
        </Field>
      </div>
      <OnOff
        label="Audit"
        words={rule.audit_enabled ? "one event per handoff" : "no event"}
        isOn={rule.audit_enabled}
        onChange={(audit_enabled) => onChange({ audit_enabled })}
      />
    </>
  );
}

/** Shows a switch with its name and its state in words. */
export function OnOff({
  label,
  words,
  isOn,
  onChange,
}: {
  label: string;
  words: ReactNode;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}) {
  const id = useId();
  return (
    <div className="flex items-center gap-2">
      <Switch id={id} checked={isOn} onCheckedChange={onChange} />
      <label htmlFor={id}>
        <span className="font-medium">{label}</span> <span className="text-text-2">{words}</span>
      </label>
    </div>
  );
}
