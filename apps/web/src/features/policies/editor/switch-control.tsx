"use client";

import { SWITCH_SETTINGS, type SwitchSetting, switchSetting } from "@baton/core";
import { Button } from "@baton/ui/primitives/button";
import { Dialog, DialogClose, DialogContent, DialogTrigger } from "@baton/ui/primitives/dialog";
import { SegmentedControl } from "@baton/ui/primitives/segmented-control";
import { useState } from "react";
import { SwitchBadge } from "../switch-badge";
import { type PolicyEditor, useDraft } from "./use-policy-editor";

const LABELS: Record<SwitchSetting, string> = { off: "Off", observe: "Observe", enforce: "Enforce" };

const MEANINGS: Record<SwitchSetting, string> = {
  off: "Every context passes as it is, and nothing is recorded. No rule holds anything back.",
  observe:
    "Every context passes unchanged, and what enforcement would have done is recorded: a way to try a policy before it holds.",
  enforce: "The rules hold: what they hold back does not reach the receiver.",
};

/** The flags that a setting is written as. */
const FLAGS = {
  off: { enabled: false, observe: false },
  observe: { enabled: false, observe: true },
  enforce: { enabled: true, observe: false },
} as const;

/** Handoff control as the draft has it: off, observing or enforced. */
export function SwitchControl({ editor: { store, may } }: { editor: PolicyEditor }) {
  const { draft } = useDraft(store);
  const setting = switchSetting(draft.content.policySwitch);
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState(setting);
  if (!may.edit) return <SwitchBadge setting={setting} />;
  return (
    <>
      <SwitchBadge setting={setting} />
      <Dialog
        open={isOpen}
        onOpenChange={(isOpening) => {
          setOpen(isOpening);
          setChosen(setting);
        }}
      >
        <DialogTrigger asChild>
          <Button size="sm" variant="ghost" aria-label="Change handoff control">
            Change
          </Button>
        </DialogTrigger>
        <DialogContent
          title="Handoff control"
          description="The master switch over all rules. It is part of the draft, and holds once that is published."
          footer={
            <>
              <DialogClose asChild>
                <Button variant="ghost">Cancel</Button>
              </DialogClose>
              <Button
                variant="primary"
                disabled={chosen === setting}
                onClick={() => {
                  store.dispatch({ type: "set-switch", policySwitch: FLAGS[chosen] });
                  setOpen(false);
                }}
              >
                Set {LABELS[chosen].toLowerCase()} in the draft
              </Button>
            </>
          }
        >
          <SegmentedControl
            label="Handoff control"
            options={SWITCH_SETTINGS.map((value) => ({ value, label: LABELS[value] }))}
            value={chosen}
            onValueChange={setChosen}
          />
          <p className="mt-3 text-text-2">{MEANINGS[chosen]}</p>
        </DialogContent>
      </Dialog>
    </>
  );
}
