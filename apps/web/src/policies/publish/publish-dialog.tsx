"use client";

import { formatCountOf } from "@baton/ui/format/number";
import { Finding } from "@baton/ui/layout/finding";
import { Button } from "@baton/ui/primitives/button";
import { Checkbox } from "@baton/ui/primitives/checkbox";
import { Dialog, DialogClose, DialogContent } from "@baton/ui/primitives/dialog";
import { Field } from "@baton/ui/primitives/field";
import { Input, Textarea } from "@baton/ui/primitives/input";
import { useToast } from "@baton/ui/primitives/toast";
import { TriangleAlert } from "lucide-react";
import { useId, useState } from "react";
import { QueryError } from "@/frame/query-error";
import type { RouterOutputs } from "@/server/root";
import { type PolicyEditor, useDraft } from "../editor/use-policy-editor";
import { draftName, liveName } from "../editor/version-name";
import { FewPairs } from "../few-pairs";
import { usePublicationCheck, usePublish, useSavedDraft } from "./use-publishing";

type Check = NonNullable<RouterOutputs["policies"]["publications"]["check"]>;
type NewField = Check["newlyLetThrough"][number];

/** Whether a field's passing is known, and why it shall pass. */
type Acknowledged = ReadonlyMap<string, { isKnown: boolean; reason: string }>;

export type PublishDialogProps = {
  editor: PolicyEditor;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Where something else went live since the draft began. */
  onMerge: () => void;
};

/** Makes the draft live, once each field that newly passes is acknowledged and nothing stands in the way. */
export function PublishDialog({ editor, isOpen, onOpenChange, onMerge }: PublishDialogProps) {
  const { workspace, store, live } = editor;
  const { mark, isSaved } = useSavedDraft(store, isOpen);
  const { saving } = useDraft(store);
  const check = usePublicationCheck(workspace, mark, isOpen && isSaved);
  const mutation = usePublish(workspace, store);
  const [acknowledged, setAcknowledged] = useState<Acknowledged>(new Map());
  const [note, setNote] = useState("");
  const showToast = useToast();
  const verdict = check.data && check.data.mark.revision === mark?.revision ? check.data : null;
  const missing = verdict ? listMissing(verdict, acknowledged) : [];
  const publish = async () => {
    if (!mark || !verdict) return;
    const reasons = verdict.newlyLetThrough.map(({ field }) => ({
      field,
      reason: acknowledged.get(field)?.reason.trim() ?? "",
    }));
    await mutation.mutateAsync({ workspace, ...mark, note, acknowledged: reasons });
    setAcknowledged(new Map());
    setNote("");
    onOpenChange(false);
    showToast({
      tone: "ok",
      title: `${draftName(live)} is live`,
      description: "Versions has the one before it.",
    });
  };
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent
        className="w-[min(640px,calc(100vw-32px))]"
        title={`Publish ${draftName(live)}?`}
        description={`It takes the place of ${liveName(live)} at once. Orchestrators that wait for the policy have it within a second.`}
        footer={
          <>
            <DialogClose asChild>
              <Button variant="ghost">Cancel</Button>
            </DialogClose>
            <Button
              variant="primary"
              disabled={!verdict || mutation.isPending}
              disabledReason={missing.length > 0 && `Still needed: ${missing.join(", ")}`}
              onClick={() => void publish().catch(() => {})}
            >
              Publish {draftName(live)}
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-3.5">
          {saving.status === "conflict" || saving.status === "failed" ? (
            <Finding tone="danger" title="The draft is not saved">
              {saving.status === "failed"
                ? saving.reason
                : "Another revision was saved before yours: see both first, in the bar below."}
            </Finding>
          ) : check.isError ? (
            <QueryError title="What publishing needs could not be found out" query={check} />
          ) : (
            !verdict && <p className="text-text-2">Comparing the draft with what is live…</p>
          )}
          {verdict && <Verdict verdict={verdict} onMerge={onMerge} />}
          {verdict && verdict.newlyLetThrough.length > 0 && (
            <Acknowledgements
              fields={verdict.newlyLetThrough}
              acknowledged={acknowledged}
              onChange={setAcknowledged}
            />
          )}
          {verdict && (
            <Field label="Note" hint="for the list of versions and the audit log">
              <Textarea
                rows={2}
                value={note}
                maxLength={2_000}
                onChange={({ target }) => setNote(target.value)}
              />
            </Field>
          )}
          {mutation.isError && (
            <Finding tone="danger" title="It was not published" role="alert">
              {mutation.error.message}
            </Finding>
          )}
        </div>
      </DialogContent>
    </Dialog>
  );
}

const GROUND_WORDS = {
  approved: "Somebody who did not write it approved it.",
  own_approval: "You may approve what you wrote: publishing it is approval enough.",
  stricter_only:
    "It lets nothing newly through, which is proved: it may go live now, and be reviewed afterwards.",
} as const;

function Verdict({ verdict, onMerge }: { verdict: Check; onMerge: () => void }) {
  const others = verdict.obstacles.filter(({ code }) => code !== "field_not_acknowledged");
  return (
    <>
      {others.map(({ code, message }) => (
        <Finding
          key={code}
          tone="warn"
          action={
            code === "outdated" && (
              <Button size="sm" onClick={onMerge}>
                Merge it in
              </Button>
            )
          }
        >
          {message}
        </Finding>
      ))}
      {verdict.isStricterOnly ? (
        <Finding tone="ok">{GROUND_WORDS.stricter_only}</Finding>
      ) : (
        verdict.ground !== null &&
        verdict.ground !== "imported" &&
        verdict.ground !== "stricter_only" && <Finding tone="info">{GROUND_WORDS[verdict.ground]}</Finding>
      )}
      {!verdict.isStricterOnly && verdict.newlyLetThrough.length === 0 && verdict.loosening && (
        <Finding tone="info">
          No field of the pairs that are known newly passes. That nothing ever will is not proved:{" "}
          {verdict.loosening}.
        </Finding>
      )}
    </>
  );
}

function Acknowledgements({
  fields,
  acknowledged,
  onChange,
}: {
  fields: readonly NewField[];
  acknowledged: Acknowledged;
  onChange: (acknowledged: Acknowledged) => void;
}) {
  const first = acknowledged.get(fields[0]?.field ?? "");
  return (
    <section
      aria-label="Newly let through"
      className="rounded-md border border-danger-line bg-danger-soft px-3.5 py-3"
    >
      <h3 className="flex items-center gap-2 text-danger">
        <TriangleAlert className="size-4" aria-hidden />
        Newly let through: {formatCountOf(fields.length, "field")}
      </h3>
      <p className="mt-0.5 text-sm text-text-2">as the policy names them, each with all that lies in it</p>
      <ul className="mt-2 flex flex-col gap-3">
        {fields.map((field) => (
          <Acknowledgement
            key={field.field}
            field={field}
            value={acknowledged.get(field.field) ?? { isKnown: false, reason: "" }}
            onChange={(value) => onChange(new Map([...acknowledged, [field.field, value]]))}
          />
        ))}
      </ul>
      {fields.length > 1 && first?.isKnown && first.reason.trim() !== "" && (
        <Button
          size="sm"
          className="mt-3"
          onClick={() => onChange(new Map(fields.map(({ field }) => [field, { ...first }])))}
        >
          The same holds for all {fields.length}
        </Button>
      )}
    </section>
  );
}

function Acknowledgement({
  field: { field, pairs },
  value,
  onChange,
}: {
  field: NewField;
  value: { isKnown: boolean; reason: string };
  onChange: (value: { isKnown: boolean; reason: string }) => void;
}) {
  const id = useId();
  return (
    <li className="flex flex-col gap-1.5">
      <code className="font-semibold text-danger [overflow-wrap:anywhere]">+ {field}</code>
      {pairs.length > 0 && (
        <p className="text-sm text-text-2">
          <FewPairs pairs={pairs} />
        </p>
      )}
      <div className="flex items-center gap-2">
        <Checkbox
          id={id}
          checked={value.isKnown}
          onCheckedChange={(checked) => onChange({ ...value, isKnown: checked === true })}
        />
        <label htmlFor={id}>I know that {field} will pass</label>
      </div>
      <Input
        aria-label={`Reason why ${field} shall pass`}
        placeholder="Reason, for the audit log"
        maxLength={500}
        value={value.reason}
        onChange={({ target }) => onChange({ ...value, reason: target.value })}
      />
    </li>
  );
}

/** What is still to be done, in few words. */
function listMissing(verdict: Check, acknowledged: Acknowledged): string[] {
  const open = verdict.newlyLetThrough.filter(({ field }) => {
    const value = acknowledged.get(field);
    return !value?.isKnown || value.reason.trim() === "";
  });
  const words = {
    policy_refused: "a policy that can be read",
    nothing_changed: "a change",
    outdated: "a merge with what is live",
    rejected: "a revision that nobody sent back",
    approval_missing: "1 approval",
  } as const;
  const others = verdict.obstacles.flatMap(({ code }) =>
    code === "field_not_acknowledged" ? [] : words[code],
  );
  const fields = open.length === 1 ? "1 field acknowledged" : `${open.length} fields acknowledged`;
  return open.length > 0 ? [fields, ...others] : others;
}
