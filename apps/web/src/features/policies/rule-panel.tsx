"use client";

import { expiryOf, type HandoffRule, isObserved } from "@baton/core/policy";
import { formatDateTime } from "@baton/ui/format/time";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { KeyValues } from "@baton/ui/layout/key-values";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Chip } from "@baton/ui/primitives/chip";
import { FromTo } from "@baton/ui/primitives/from-to";
import { TextLink } from "@baton/ui/primitives/text-link";
import { Ban } from "lucide-react";
import type { ReactNode } from "react";
import { ModeBadge } from "@/features/sessions/handoff/handoff-badges";
import { SubjectLink } from "@/features/traffic/subject-link";
import { ListRest } from "@/frame/list-rest";
import { useTimeZone } from "@/frame/time-zone";
import { keepFirst } from "@/server/keep-first";
import { MODE_WORDS } from "./mode-words";
import { ObservedBadge } from "./observed-badge";
import type { RuleRow } from "./rule-rows";

/** Shows a rule as in its document. */
export function RulePanel({ row, sessionsHref }: { row: RuleRow | undefined; sessionsHref: string | null }) {
  const timeZone = useTimeZone();
  const rule = row?.rule;
  if (!rule) {
    return (
      <Panel aria-label="Rule">
        <PanelBody className="pt-4">
          <EmptyState
            title={row?.ruleId ? `${row.ruleId} is not in this version` : "No rule for these pairs"}
            actions={sessionsHref !== null && <TextLink href={sessionsHref}>Their sessions</TextLink>}
          >
            {row?.ruleId
              ? "Handoffs in this period used this rule from another policy version."
              : "The default mode applies to them."}
          </EmptyState>
        </PanelBody>
      </Panel>
    );
  }
  const { allowed_context_fields: allowed, blocked_context_fields: blocked } = rule;
  const translation = rule.conversation_translation;
  return (
    <Panel aria-label={`Rule ${rule.rule_id}`}>
      <PanelHead
        title={<FromTo from={rule.from_agent_id} to={rule.to_agent_id} />}
        note={<SubjectLink kind="rules" name={rule.rule_id} />}
        actions={sessionsHref !== null && <TextLink href={sessionsHref}>Its sessions</TextLink>}
        hasLine
      />
      <PanelBody className="flex flex-col gap-3 pt-3">
        {rule.description && <p>{rule.description}</p>}
        <p className="flex flex-wrap items-center gap-2 text-text-2">
          <ModeBadge mode={rule.handoff_mode} isDefault={false} />
          {isObserved(rule) && <ObservedBadge />}
          <span className="basis-72 grow">{MODE_WORDS[rule.handoff_mode]}</span>
        </p>
        <FieldChips
          label="Allowed fields"
          note={rule.handoff_mode === "scoped" ? undefined : "used only in scoped mode"}
          none={allowed === undefined ? "all fields of the sender" : "none"}
          fields={allowed ?? []}
        />
        <FieldChips
          label="Blocked fields"
          note="removed at any depth; blocked beats allowed"
          none="none by this rule"
          fields={blocked}
          isBlocked
        />
        <KeyValues
          items={[
            {
              label: "Translation",
              value: translation?.enabled ? describeTranslation(translation) : "off",
            },
            { label: "Audit", value: rule.audit_enabled ? "one event per handoff" : "no event" },
            {
              label: "Expires on",
              value: rule.expires_at ? formatDateTime(expiryOf(rule), timeZone) : "no end date",
            },
          ]}
        />
      </PanelBody>
    </Panel>
  );
}

function describeTranslation(translation: NonNullable<HandoffRule["conversation_translation"]>): string {
  const steps = [
    translation.extract_fields && `extracts ${translation.extract_fields.join(", ")}`,
    translation.filter_enabled && "filters",
    translation.summarize && `summarizes to ${translation.max_summary_tokens} tokens`,
    translation.recast_role && `recast as ${translation.recast_role}`,
  ].filter(Boolean);
  return steps.length > 0 ? steps.join("; ") : "on, without steps";
}

export function FieldChips({
  label,
  note,
  none,
  fields,
  isBlocked = false,
}: {
  label: string;
  note?: ReactNode;
  /** Text without fields. */
  none: string;
  fields: readonly string[];
  isBlocked?: boolean;
}) {
  const shown = keepFirst(fields);
  return (
    <div>
      <h3 className="mb-1.5 flex flex-wrap gap-1.5 font-medium text-sm text-text-2">
        {label}
        {note && <span className="font-normal text-text-3">{note}</span>}
      </h3>
      {fields.length === 0 ? (
        <p className="text-text-2">{none}</p>
      ) : (
        <ul className="flex flex-wrap gap-1.5">
          {shown.first.map((field) => (
            <li key={field} className="min-w-0">
              <Chip tone={isBlocked ? "danger" : "neutral"} icon={isBlocked && <Ban aria-hidden />}>
                {field}
              </Chip>
            </li>
          ))}
          <ListRest of={shown} />
        </ul>
      )}
    </div>
  );
}
