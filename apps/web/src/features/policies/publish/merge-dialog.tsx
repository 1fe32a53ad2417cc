"use client";

import type { MergeConflict, MergeSide } from "@baton/server/policy";
import { formatCountOf } from "@baton/ui/format/number";
import { formatDateTime } from "@baton/ui/format/time";
import { Button } from "@baton/ui/primitives/button";
import { Dialog, DialogClose, DialogContent } from "@baton/ui/primitives/dialog";
import { Name } from "@baton/ui/primitives/name";
import { SegmentedControl } from "@baton/ui/primitives/segmented-control";
import { type ReactNode, useState } from "react";
import { useTimeZone } from "@/frame/time-zone";
import { PolicyDiffView } from "../diff/policy-diff-view";
import { mergeContents } from "../draft/merge-contents";
import { readPolicy } from "../draft/read-policy";
import { type PolicyEditor, useDraftAtRest } from "../editor/use-policy-editor";
import { describeSetting, nameSetting } from "../setting-words";
import { findMerging, type Merging } from "./merging";

type MergeDialogProps = {
  editor: PolicyEditor;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** Shows the changes made here and elsewhere since the common origin, and saves the merged draft. */
export function MergeDialog({ editor, isOpen, onOpenChange }: MergeDialogProps) {
  const merging = findMerging(editor, useDraftAtRest(editor.store));
  return (
    <Dialog open={isOpen && merging !== null} onOpenChange={onOpenChange}>
      {merging && <Merge merging={merging} onDone={() => onOpenChange(false)} />}
    </Dialog>
  );
}

function Merge({ merging, onDone }: { merging: Merging; onDone: () => void }) {
  const { base, mine, theirs, theirName, theirTitle, happened, happenedAt, accept, takeTheirs } = merging;
  const timeZone = useTimeZone();
  const [choices, setChoices] = useState<ReadonlyMap<string, MergeSide>>(new Map());
  const { content, conflicts } = mergeContents({ base, mine, theirs }, choices);
  const [before, byMe, byThem] = [readPolicy(base), readPolicy(mine), readPolicy(theirs)];
  const open = conflicts.filter(({ key }) => !choices.has(key)).length;
  return (
    <DialogContent
      className="w-[min(880px,calc(100vw-32px))]"
      title={happened}
      description={`${happenedAt === null ? "" : `At ${formatDateTime(happenedAt, timeZone)}. `}Nothing was overwritten. Review both sets of changes and save the merged draft.`}
      footer={
        <>
          <DialogClose asChild>
            <Button variant="ghost">Decide later</Button>
          </DialogClose>
          {takeTheirs && (
            <Button
              onClick={() => {
                takeTheirs();
                onDone();
              }}
            >
              Use their version
            </Button>
          )}
          <Button
            variant="primary"
            disabledReason={open > 0 && `Make ${formatCountOf(open, "more choice")}`}
            onClick={() => {
              accept(content);
              onDone();
            }}
          >
            Save merged draft
          </Button>
        </>
      }
    >
      {conflicts.length > 0 && (
        <section aria-label="Conflicts" className="mb-4">
          <h3 className="mb-2">Both changed the same setting</h3>
          <ul className="flex flex-col gap-3">
            {conflicts.map((conflict) => (
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
          <Changes title="Your changes">
            <PolicyDiffView before={before} after={byMe} isCompact />
          </Changes>
          <Changes title={theirTitle}>
            <PolicyDiffView before={before} after={byThem} isCompact />
          </Changes>
        </div>
      )}
    </DialogContent>
  );
}

function Changes({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="mb-2">{title}</h3>
      {children}
    </section>
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
  const setting = field === null ? "everything" : nameSetting(field);
  return (
    <li className="rounded-md border border-line p-3">
      <p className="mb-2 flex flex-wrap gap-x-2">
        {ruleId !== null && (
          <Name isCode isWhole>
            {ruleId}
          </Name>
        )}
        <span>
          {field !== null
            ? setting
            : mine === undefined || theirs === undefined
              ? "deleted on one side, changed on the other"
              : "changed on both sides"}
        </span>
      </p>
      <SegmentedControl
        label={`Version of ${setting} in ${ruleId ?? "the policy"}`}
        options={[
          { value: "mine", label: "Mine" },
          { value: "theirs", label: theirName },
        ]}
        value={choice}
        onValueChange={onChoose}
      />
      <dl className="mt-2 grid grid-cols-2 gap-3 text-sm max-sm:grid-cols-1">
        <Side name="Mine" field={field} value={mine} />
        <Side name={theirName} field={field} value={theirs} />
      </dl>
    </li>
  );
}

function Side({ name, field, value }: { name: string; field: string | null; value: unknown }) {
  return (
    <div className="min-w-0">
      <dt className="text-text-3">{name}</dt>
      <dd className="line-clamp-6 [overflow-wrap:anywhere]">
        {field !== null ? (
          describeSetting(field, value)
        ) : value === undefined ? (
          "deleted"
        ) : (
          <Rule rule={value} />
        )}
      </dd>
    </div>
  );
}

/** Shows a whole rule or policy test, setting by setting. */
function Rule({ rule }: { rule: unknown }) {
  const settings = Object.entries(Object(rule)).filter(
    ([name]) => name !== "rule_id" && !name.startsWith("_"),
  );
  return settings.map(([name, value]) => (
    <span key={name} className="block">
      {nameSetting(name)}: {describeSetting(name, value)}
    </span>
  ));
}
