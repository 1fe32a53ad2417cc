"use client";

import type { AuditRecord } from "@baton/server/audit";
import { formatDateTime } from "@baton/ui/format/time";
import { KeyValues } from "@baton/ui/layout/key-values";
import { Button } from "@baton/ui/primitives/button";
import { Dialog, DialogClose, DialogContent } from "@baton/ui/primitives/dialog";
import { TextLink } from "@baton/ui/primitives/text-link";
import { addressOf } from "@/frame/pages";
import { describeDetails } from "./describe-details";
import { pageOfRecord } from "./page-of-record";

export type RecordDialogProps = {
  workspace: string;
  /** Null if the dialog is closed. */
  record: AuditRecord | null;
  timeZone: string;
  onClose: () => void;
};

/** Shows a full entry of the log, with its position in the chain. */
export function RecordDialog({ workspace, record, timeZone, onClose }: RecordDialogProps) {
  const page = record && pageOfRecord(record);
  return (
    <Dialog open={record !== null} onOpenChange={(isOpen) => !isOpen && onClose()}>
      {record && (
        <DialogContent
          title={<code>{record.action}</code>}
          description={record.subject}
          className="w-[min(640px,calc(100vw-32px))]"
          footer={
            <>
              {page && (
                <TextLink href={addressOf(workspace, ...page)} className="mr-auto">
                  Open the page
                </TextLink>
              )}
              <DialogClose asChild>
                <Button>Close</Button>
              </DialogClose>
            </>
          }
        >
          <KeyValues items={describe(record, timeZone)} />
        </DialogContent>
      )}
    </Dialog>
  );
}

function describe(record: AuditRecord, timeZone: string) {
  const { before, after, more } = describeDetails(record.details);
  const value = (text: string) => <span className="whitespace-pre-wrap">{text}</span>;
  return [
    { label: "Time", value: formatDateTime(new Date(record.occurred_at), timeZone) },
    { label: "Actor", value: record.actor_name },
    ...(before === null ? [] : [{ label: "Before", value: value(before) }]),
    ...(after === null ? [] : [{ label: "After", value: value(after) }]),
    ...more.map(({ name, value: text }) => ({ label: name, value: value(text) })),
    { label: "Entry", value: record.sequence },
    { label: "Hash", value: <code>{record.hash}</code> },
    { label: "Previous entry", value: <code>{record.previous_hash}</code> },
  ];
}
