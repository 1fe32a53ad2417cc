"use client";

import { formatCountOf } from "@baton/ui/format/number";
import { Button } from "@baton/ui/primitives/button";
import { Dialog, DialogClose, DialogContent, DialogTrigger } from "@baton/ui/primitives/dialog";
import { RotateCw } from "lucide-react";

type ReplayDialogProps = {
  lineCount: number;
  /** True if there may be fewer lines: with two filters, they are counted only on request. */
  isUpTo: boolean;
  /** Describes the filter, if not all lines are selected ("Not JSON, of /srv/sessions"). */
  filteredBy: string | null;
  isPending: boolean;
  onConfirm: () => void;
};

/** Asks for confirmation before many lines are replayed, and explains the effect. */
export function ReplayDialog({ lineCount, isUpTo, filteredBy, isPending, onConfirm }: ReplayDialogProps) {
  const lines = isUpTo ? "these lines" : formatCountOf(lineCount, "line");
  return (
    <Dialog>
      <DialogTrigger asChild>
        <Button size="sm" disabled={isPending || lineCount === 0}>
          <RotateCw className="size-3.5" aria-hidden /> Replay {filteredBy === null ? "all" : lines}
        </Button>
      </DialogTrigger>
      <DialogContent
        title={`Replay ${lines}?`}
        description={
          filteredBy === null
            ? "Baton tries all quarantined lines again."
            : `Baton tries these lines again: ${filteredBy}.`
        }
        footer={
          <>
            <DialogClose asChild>
              <Button variant="ghost">Cancel</Button>
            </DialogClose>
            <DialogClose asChild>
              <Button variant="primary" onClick={onConfirm}>
                Replay {lines}
              </Button>
            </DialogClose>
          </>
        }
      >
        <ul className="list-disc space-y-1 pl-4 text-text-2">
          <li>Valid lines are imported once, in their original position.</li>
          <li>Invalid lines stay here with their current reason.</li>
          <li>Lines that Baton no longer finds stay here, marked as not found.</li>
        </ul>
      </DialogContent>
    </Dialog>
  );
}
