"use client";

import { SWITCH_SETTINGS, type SwitchSetting, switchSetting } from "@baton/core/policy";
import { Button } from "@baton/ui/primitives/button";
import { Dialog, DialogClose, DialogContent, DialogTrigger } from "@baton/ui/primitives/dialog";
import { SegmentedControl } from "@baton/ui/primitives/segmented-control";
import { useState } from "react";
import { SwitchBadge } from "../switch-badge";
import { type PolicyEditor, useDraftAtRest } from "./use-policy-editor";

const LABELS: Record<SwitchSetting, string> = { off: "Off", observe: "Observe", enforce: "Enforce" };

const MEANINGS: Record<SwitchSetting, string> = {
  off: "Off: contexts pass unchanged and nothing is recorded.",
  observe: "Observe: contexts pass unchanged. Baton records what the rules would have removed.",
  enforce: "On: blocked fields are removed.",
};

/** The flags of each setting in the document. */
const FLAGS = {
  off: { enabled: false, observe: false },
  observe: { enabled: false, observe: true },
  enforce: { enabled: true, observe: false },
} as const;

/** Shows and changes the draft's setting of handoff control: off, observe or enforce. */
export function SwitchControl({ editor: { store, may } }: { editor: PolicyEditor }) {
  const { draft } = useDraftAtRest(store);
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
          description="Turns all rules on or off. The change takes effect when you publish the draft."
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
