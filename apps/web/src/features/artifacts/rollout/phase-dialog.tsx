"use client";

import type { RolloutPhase } from "@baton/core/manifest";
import { Finding } from "@baton/ui/layout/finding";
import { Button } from "@baton/ui/primitives/button";
import { Dialog, DialogClose, DialogContent, DialogTrigger } from "@baton/ui/primitives/dialog";
import { Field } from "@baton/ui/primitives/field";
import { Textarea } from "@baton/ui/primitives/input";
import { SegmentedControl } from "@baton/ui/primitives/segmented-control";
import { type ReactNode, useId, useState } from "react";
import { PHASES } from "./phases";
import type { PhaseChange } from "./use-phase-change";

const MEANINGS: Record<RolloutPhase, string> = {
  observe:
    "Baton records errors. The next agent receives the full artifacts instead of a manifest with errors.",
  warn: "The gate reports errors as warnings and the workflow continues.",
  enforce: "Errors stop the workflow. The next agent must read the manifest before the artifacts.",
};

export type PhaseDialogProps = {
  /** Null means all agents without their own phase. */
  agent: string | null;
  phase: RolloutPhase;
  /** Initial choice. */
  suggested: RolloutPhase;
  /** Reason why enforcing would stop work now; null if it would not. */
  warning: ReactNode;
  onConfirm: (change: PhaseChange) => Promise<unknown>;
};

/** Asks for a phase and the reason; stays open if saving fails. */
export function PhaseDialog({ agent, phase, suggested, warning, onConfirm }: PhaseDialogProps) {
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState(suggested);
  const [reason, setReason] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const formId = useId();
  const who = agent ?? "all agents";
  const open = (isOpening: boolean) => {
    setOpen(isOpening);
    if (!isOpening) return;
    setChosen(suggested);
    setReason("");
    setError(null);
  };
  const save = async () => {
    if (reason.trim() === "") return setError("Enter a reason. It appears in the history.");
    setSaving(true);
    try {
      await onConfirm({ agent, phase: chosen, reason });
      setOpen(false);
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure));
    } finally {
      setSaving(false);
    }
  };
  return (
    <Dialog open={isOpen} onOpenChange={open}>
      <DialogTrigger asChild>
        <Button size="sm" aria-label={`Change the phase of ${who}`}>
          Change
        </Button>
      </DialogTrigger>
      <DialogContent
        title={`Change the phase of ${who}`}
        description={`It is ${phase} now. The change takes effect immediately. You can undo it.`}
        footer={
          <>
            <DialogClose asChild>
              <Button variant="ghost">Cancel</Button>
            </DialogClose>
            <Button type="submit" form={formId} variant="primary" disabled={isSaving || chosen === phase}>
              Set {chosen}
            </Button>
          </>
        }
      >
        <form
          id={formId}
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            void save();
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
          <Field label="Reason" error={error ?? undefined}>
            <Textarea value={reason} maxLength={500} onChange={(event) => setReason(event.target.value)} />
          </Field>
        </form>
      </DialogContent>
    </Dialog>
  );
}
