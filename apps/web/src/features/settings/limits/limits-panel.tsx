"use client";

import type { BudgetLimits } from "@baton/core/tokens";
import { formatCount, formatPercent } from "@baton/ui/format/number";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Button } from "@baton/ui/primitives/button";
import { Field } from "@baton/ui/primitives/field";
import { Input, Textarea } from "@baton/ui/primitives/input";
import { useState } from "react";
import { ActionDialog } from "@/frame/action-dialog";
import type { RouterOutputs } from "@/server/root";

type Limits = Pick<RouterOutputs["rollout"]["settings"], "budgets" | "windows">;

/** Limits in the order of the form, with their meaning. Shares are of the context window. */
const LIMITS: Readonly<Record<keyof BudgetLimits, string>> = {
  manifestTokens: "Manifest",
  requiredReadingTokens: "Required reading",
  handoffTokens: "Manifest and required reading",
  agentWorkTokens: "Work of one agent in a workflow",
  windowTokens: "Context window of other models",
  targetShare: "Share of the window before the receiver starts",
  reserveShare: "Share of the window kept free",
  systemPromptTokens: "System prompt",
  historyTokens: "History",
  incomingHandoffTokens: "Incoming handoff",
  workingMemoryTokens: "Working memory",
  responseTokens: "Response",
  totalAvailableTokens: "Total available, as written in manifests",
};
const NAMES = [
  "manifestTokens",
  "requiredReadingTokens",
  "handoffTokens",
  "agentWorkTokens",
  "windowTokens",
  "targetShare",
  "reserveShare",
  "systemPromptTokens",
  "historyTokens",
  "incomingHandoffTokens",
  "workingMemoryTokens",
  "responseTokens",
  "totalAvailableTokens",
] as const satisfies readonly (keyof BudgetLimits)[];

type LimitsPanelProps = {
  settings: Limits;
  /** Null for users without edit permission. */
  onChange: ((limits: Limits, reason: string) => Promise<unknown>) | null;
};

/** Shows the limits of manifests and context windows, and lets an owner change them. */
export function LimitsPanel({ settings: { budgets, windows }, onChange }: LimitsPanelProps) {
  const models = Object.entries(windows);
  return (
    <Panel aria-label="Limits">
      <PanelHead
        title="Limits"
        note="tokens (cl100k_base)"
        actions={onChange && <LimitsDialog settings={{ budgets, windows }} onSave={onChange} />}
      />
      <PanelBody>
        <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
          {NAMES.map((name) => (
            <div key={name} className="flex justify-between gap-3">
              <dt className="text-text-2">{LIMITS[name]}</dt>
              <dd className="tabular-nums">
                {isShare(name) ? formatPercent(budgets[name]) : formatCount(budgets[name])}
              </dd>
            </div>
          ))}
          {models.map(([model, tokens]) => (
            <div key={model} className="flex justify-between gap-3">
              <dt className="min-w-0 text-text-2 [overflow-wrap:anywhere]">
                Context window of <code>{model}</code>
              </dt>
              <dd className="tabular-nums">{formatCount(tokens)}</dd>
            </div>
          ))}
        </dl>
      </PanelBody>
    </Panel>
  );
}

function isShare(name: keyof BudgetLimits): boolean {
  return name.endsWith("Share");
}

function LimitsDialog({
  settings,
  onSave,
}: {
  settings: Limits;
  onSave: (limits: Limits, reason: string) => Promise<unknown>;
}) {
  const [typed, setTyped] = useState(() => toTexts(settings));
  const [reason, setReason] = useState("");
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const checkInput = () => {
    const wrong: Record<string, string> = {};
    for (const name of NAMES) {
      const value = Number(typed.limits[name]);
      const isValid = isShare(name) ? value >= 0 && value <= 1 : Number.isInteger(value) && value > 0;
      if (!isValid)
        wrong[name] = isShare(name) ? "Enter a share from 0 to 1." : "Enter a whole number above 0.";
    }
    if (readWindows(typed.windows) === null)
      wrong.windows = "Write one model per line, such as gpt-x = 400000.";
    if (reason.trim() === "") wrong.reason = "Enter a reason. It appears in the history.";
    setErrors(wrong);
    return Object.keys(wrong).length === 0;
  };
  return (
    <ActionDialog
      trigger={<Button size="sm">Change limits</Button>}
      title="Change limits"
      description="The gate and connected orchestrators use them at once. Ingest uses them from the next manifest."
      verb="Save limits"
      checkInput={checkInput}
      onConfirm={() =>
        onSave(
          { budgets: toBudgets(typed.limits, settings.budgets), windows: readWindows(typed.windows) ?? {} },
          reason,
        )
      }
      onOpen={() => {
        setTyped(toTexts(settings));
        setReason("");
        setErrors({});
      }}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        {NAMES.map((name) => (
          <Field key={name} label={LIMITS[name]} error={errors[name]}>
            <Input
              inputMode="decimal"
              trailing={isShare(name) ? undefined : "tokens"}
              value={typed.limits[name]}
              onChange={({ target }) =>
                setTyped({ ...typed, limits: { ...typed.limits, [name]: target.value } })
              }
            />
          </Field>
        ))}
      </div>
      <Field
        label="Context windows by model"
        help="One model per line: name = tokens. Agents have the window of their model."
        error={errors.windows}
      >
        <Textarea
          value={typed.windows}
          spellCheck={false}
          onChange={({ target }) => setTyped({ ...typed, windows: target.value })}
        />
      </Field>
      <Field label="Reason" error={errors.reason}>
        <Textarea value={reason} maxLength={500} onChange={({ target }) => setReason(target.value)} />
      </Field>
    </ActionDialog>
  );
}

function toTexts({ budgets, windows }: Limits) {
  const limits: Record<string, string> = Object.fromEntries(
    NAMES.map((name) => [name, String(budgets[name])]),
  );
  const lines = Object.entries(windows).map(([model, tokens]) => `${model} = ${tokens}`);
  return { limits, windows: lines.join("\n") };
}

function toBudgets(texts: Readonly<Record<string, string>>, before: BudgetLimits): BudgetLimits {
  const changed = Object.fromEntries(NAMES.map((name) => [name, Number(texts[name])]));
  return { ...before, ...changed };
}

/** Reads `model = tokens` lines; null if one is invalid. */
function readWindows(text: string): Record<string, number> | null {
  const windows: Record<string, number> = {};
  for (const line of text.split("\n").filter((each) => each.trim() !== "")) {
    const [, model, digits] = /^\s*(\S(?:.*\S)?)\s*=\s*(\d+)\s*$/.exec(line) ?? [];
    const tokens = Number(digits);
    if (model === undefined || !Number.isSafeInteger(tokens) || tokens <= 0) return null;
    windows[model] = tokens;
  }
  return windows;
}
