"use client";

import { type MergeConflict, type MergeSide, mergePolicies } from "@baton/core";
import { formatDateTime } from "@baton/ui/format/time";
import { Button } from "@baton/ui/primitives/button";
import { Dialog, DialogClose, DialogContent } from "@baton/ui/primitives/dialog";
import { SegmentedControl } from "@baton/ui/primitives/segmented-control";
import { useState } from "react";
import { useTimeZone } from "@/frame/time-zone";
import { PolicyDiffView } from "../diff/policy-diff-view";
import { readContent } from "../draft/draft-content";
import { readPolicy } from "../draft/draft-store";
import { type PolicyEditor, useDraft } from "../editor/use-policy-editor";

export type MergeDialogProps = {
  editor: PolicyEditor;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** Shows what each of two people made of the draft, and saves what becomes of the two. */
export function MergeDialog({ editor, isOpen, onOpenChange }: MergeDialogProps) {
  const { store } = editor;
  const { saving, draft, base } = useDraft(store);
  const timeZone = useTimeZone();
  const [choices, setChoices] = useState<ReadonlyMap<string, MergeSide>>(new Map());
  if (saving.status !== "conflict") return null;
  const { theirs } = saving;
  const read = readContent(theirs.content);
  if (!read.ok) return null;
  const theirName = theirs.savedBy ?? "What is live";
  const mine = draft.content;
  const merged = mergePolicies(
    { base: base.section, mine: mine.section, theirs: read.content.section },
    choices,
  );
  const isSwitchMine = JSON.stringify(base.policySwitch) !== JSON.stringify(mine.policySwitch);
  const content = {
    ...read.content,
    section: merged.section,
    policySwitch: isSwitchMine ? mine.policySwitch : read.content.policySwitch,
  };
  const [before, byMe, byThem] = [readPolicy(base), readPolicy(mine), readPolicy(read.content)];
  const open = merged.conflicts.filter(({ key }) => !choices.has(key));
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent
        className="w-[min(880px,calc(100vw-32px))]"
        title={
          theirs.savedBy === null
            ? "The draft was published or discarded before you saved"
            : `${theirs.savedBy} saved this draft before you`
        }
        description={`${theirs.savedAt === null ? "" : `At ${formatDateTime(theirs.savedAt, timeZone)}. `}Nothing was overwritten: both are here, and what you save is the two together.`}
        footer={
          <>
            <DialogClose asChild>
              <Button variant="ghost">Decide later</Button>
            </DialogClose>
            <Button
              onClick={() => {
                store.resolve(theirs, read.content);
                onOpenChange(false);
              }}
            >
              Take theirs
            </Button>
            <Button
              variant="primary"
              disabledReason={
                open.length > 0 &&
                `Still needed: ${open.length === 1 ? "1 choice" : `${open.length} choices`}`
              }
              onClick={() => {
                store.resolve(theirs, content);
                onOpenChange(false);
              }}
            >
              Save both together
            </Button>
          </>
        }
      >
        {merged.conflicts.length > 0 && (
          <section aria-label="To be decided" className="mb-4">
            <h3 className="mb-2">Both changed the same</h3>
            <ul className="flex flex-col gap-3">
              {merged.conflicts.map((conflict) => (
                <Conflict
                  key={conflict.key}
                  conflict={conflict}
                  choice={choices.get(conflict.key) ?? null}
                  theirName={theirName}
                  onChoose={(side) => setChoices(new Map([...choices, [conflict.key, side]]))}
                />
              ))}
            </ul>
          </section>
        )}
        {before && byMe && byThem && (
          <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
            <section aria-label="What you changed" className="min-w-0">
              <h3 className="mb-2">What you changed</h3>
              <PolicyDiffView before={before} after={byMe} isCompact />
            </section>
            <section
              aria-label={theirs.savedBy === null ? "What is live changed" : `What ${theirs.savedBy} changed`}
              className="min-w-0"
            >
              <h3 className="mb-2">
                {theirs.savedBy === null ? "What is live changed" : `What ${theirs.savedBy} changed`}
              </h3>
              <PolicyDiffView before={before} after={byThem} isCompact />
            </section>
          </div>
        )}
      </DialogContent>
    </Dialog>
  );
}

function Conflict({
  conflict: { ruleId, field, mine, theirs },
  choice,
  theirName,
  onChoose,
}: {
  conflict: MergeConflict;
  choice: MergeSide | null;
  theirName: string;
  onChoose: (side: MergeSide) => void;
}) {
  return (
    <li className="rounded-md border border-line p-3">
      <p className="mb-2">
        {ruleId !== null && <code>{ruleId}</code>}{" "}
        {field === null ? "deleted by one, changed by the other" : <code>{field}</code>}
      </p>
      <SegmentedControl
        label={`Which ${field ?? "rule"} of ${ruleId ?? "the policy"} holds`}
        options={[
          { value: "mine", label: "Mine" },
          { value: "theirs", label: theirName },
        ]}
        value={choice}
        onValueChange={onChoose}
      />
      <dl className="mt-2 grid grid-cols-2 gap-3 text-sm max-sm:grid-cols-1">
        <div className="min-w-0">
          <dt className="text-text-3">Mine</dt>
          <dd className="[overflow-wrap:anywhere]">
            <code>{describeValue(mine)}</code>
          </dd>
        </div>
        <div className="min-w-0">
          <dt className="text-text-3">{theirName}</dt>
          <dd className="[overflow-wrap:anywhere]">
            <code>{describeValue(theirs)}</code>
          </dd>
        </div>
      </dl>
    </li>
  );
}

function describeValue(value: unknown): string {
  if (value === undefined) return "not there";
  return typeof value === "string" ? value : JSON.stringify(value);
}
