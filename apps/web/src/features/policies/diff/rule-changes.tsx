"use client";

import type { RuleChange, SettingChange } from "@baton/core/policy";
import { Badge } from "@baton/ui/primitives/badge";
import { FromTo } from "@baton/ui/primitives/from-to";
import { Name } from "@baton/ui/primitives/name";
import type { ReactNode } from "react";
import { describeSetting, nameSetting } from "../setting-words";

const KIND_TONES = { added: "accent", removed: "danger", changed: "neutral", moved: "neutral" } as const;

type RuleChangesProps = {
  rules: readonly RuleChange[];
  /** Drawn below each rule. */
  noteOfRule?: ((ruleId: string) => ReactNode) | undefined;
};

/** Lists changed rules with their settings. */
export function RuleChanges(props: RuleChangesProps) {
  return (
    <ul className="flex flex-col divide-y divide-line border-line border-y">
      <RuleRows {...props} />
    </ul>
  );
}

/** The items of a list of changed rules. */
export function RuleRows({ rules, noteOfRule }: RuleChangesProps) {
  return rules.map(({ ruleId, kind, settings: changed, positionAfter, positionBefore }) => (
    <li key={`${kind} ${ruleId} ${positionBefore} ${positionAfter}`} className="py-2">
      <p className="flex flex-wrap items-center gap-2">
        <Name isCode isWhole>
          {ruleId}
        </Name>
        <Badge tone={KIND_TONES[kind]}>{kind}</Badge>
      </p>
      <Settings settings={changed} isNew={kind === "added"} />
      {noteOfRule?.(ruleId)}
    </li>
  ));
}

const ALLOWED = "allowed_context_fields";

/** Lists changed settings of a rule. */
export function Settings({
  settings,
  isNew = false,
}: {
  settings: readonly SettingChange[];
  isNew?: boolean;
}) {
  const isAllAllowed = isNew && settings.every(({ setting }) => setting !== ALLOWED);
  return (
    <ul className="mt-1 flex flex-col gap-1 text-sm text-text-2 empty:hidden">
      {settings.map((change) => (
        <li key={change.setting} className="[overflow-wrap:anywhere]">
          {nameSetting(change.setting)}:{" "}
          {isNew ? describeSetting(change.setting, change.after) : <SettingWords {...change} />}
        </li>
      ))}
      {isAllAllowed && (
        <li>
          {nameSetting(ALLOWED)}: {describeSetting(ALLOWED, null)}
        </li>
      )}
    </ul>
  );
}

/** Shows items added to and removed from a list; for other settings the old and the new value. */
function SettingWords({ setting, before, after, added, removed }: SettingChange) {
  if (before === null || after === null || added.length + removed.length === 0) {
    return <FromTo from={describeSetting(setting, before)} to={describeSetting(setting, after)} />;
  }
  return (
    <>
      {added.map((entry) => (
        <code key={`+${entry}`} className="mr-2 text-text">
          + {entry}
        </code>
      ))}
      {removed.map((entry) => (
        <code key={`-${entry}`} className="mr-2 line-through">
          − {entry}
        </code>
      ))}
    </>
  );
}
