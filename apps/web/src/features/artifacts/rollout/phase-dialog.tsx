"use client";

import type { RolloutPhase } from "@baton/core/manifest";
import { Finding } from "@baton/ui/layout/finding";
import { Button } from "@baton/ui/primitives/button";
import { Field } from "@baton/ui/primitives/field";
import { Textarea } from "@baton/ui/primitives/input";
import { SegmentedControl } from "@baton/ui/primitives/segmented-control";
import { Switch } from "@baton/ui/primitives/switch";
import { type ReactNode, useId, useState } from "react";
import { ActionDialog } from "@/frame/action-dialog";
import { PHASES } from "./phases";
import type { PhaseChange } from "./use-rollout-change";

const MEANINGS: Record<RolloutPhase, string> = {
  observe:
    "Baton records errors. The next agent receives the full artifacts instead of a manifest with errors.",
  warn: "The gate reports errors as warnings and the workflow continues.",
  enforce: "Errors stop the workflow. The next agent must read the manifest before the artifacts.",
};

type PhaseDialogProps = {
  /** Null means all agents without their own phase. */
  agent: string | null;
  phase: RolloutPhase;
  /** True: manifests need an approval now. */
  needsApproval: boolean;
  /** Initial choice. */
  suggested: RolloutPhase;
  /** Reason why enforcing would stop work now; null if it would not. */
  warning: ReactNode;
  onConfirm: (change: PhaseChange) => Promise<unknown>;
};

/** Asks for a phase and the reason; stays open if saving fails. */
export function PhaseDialog({
  agent,
  phase,
  needsApproval,
  suggested,
  warning,
  onConfirm,
}: PhaseDialogProps) {
  const approvalId = useId();
  const [isRequired, setRequired] = useState(needsApproval);
  const [chosen, setChosen] = useState(suggested);
  const [reason, setReason] = useState("");
  const [error, setError] = useState<string>();
  const who = agent ?? "all agents";
  return (
    <ActionDialog
      trigger={
        <Button size="sm" aria-label={`Change the phase of ${who}`}>
          Change
        </Button>
      }
      title={`Change the phase of ${who}`}
      description={`It is ${phase} now. The change takes effect immediately. You can undo it.`}
      verb={`Set ${chosen}`}
      missing={chosen === phase && isRequired === needsApproval ? `It is ${phase} now.` : null}
      checkInput={() => {
        const isGiven = reason.trim() !== "";
        setError(isGiven ? undefined : "Enter a reason. It appears in the history.");
        return isGiven;
      }}
      onConfirm={() => {
        const approval = isRequired === needsApproval ? {} : { needsApproval: isRequired };
        return onConfirm({ agent, phase: chosen, reason, ...approval });
      }}
      onOpen={() => {
        setChosen(suggested);
        setRequired(needsApproval);
        setReason("");
        setError(undefined);
      }}
    >
      <SegmentedControl
        label="Phase"
        className="self-start"
        options={PHASES.map((value) => ({ value, label: value }))}
        value={chosen}
        onValueChange={setChosen}
      />
      <p className="text-text-2">{MEANINGS[chosen]}</p>
      {chosen === "enforce" && warning && <Finding tone="warn">{warning}</Finding>}
      <div className="flex items-start gap-2.5">
        <Switch id={approvalId} className="mt-0.5" checked={isRequired} onCheckedChange={setRequired} />
        <label htmlFor={approvalId}>
          <span className="font-medium">Require approval</span>
          <span className="block text-text-2">
            The gate stops each manifest until an owner approves it, in every phase.
          </span>
        </label>
      </div>
      <Field label="Reason" error={error}>
        <Textarea value={reason} maxLength={500} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </ActionDialog>
  );
}
