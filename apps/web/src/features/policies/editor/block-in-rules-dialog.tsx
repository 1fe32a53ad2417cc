"use client";

import { parseFieldPattern } from "@baton/core/internal";
import { formatCountOf } from "@baton/ui/format/number";
import { Button } from "@baton/ui/primitives/button";
import { Field } from "@baton/ui/primitives/field";
import { Input } from "@baton/ui/primitives/input";
import { Ban } from "lucide-react";
import { useState } from "react";
import { ActionDialog } from "@/frame/action-dialog";

type BlockInRulesDialogProps = {
  /** Number of the listed rules. */
  count: number;
  onBlock: (field: string) => void;
};

/** Blocks a field in all rules that the search has found, such as those of a group of agents. */
export function BlockInRulesDialog({ count, onBlock }: BlockInRulesDialogProps) {
  const [field, setField] = useState("");
  const name = field.trim();
  const rules = formatCountOf(count, "rule");
  return (
    <ActionDialog
      trigger={
        <Button size="sm">
          <Ban className="size-3.5" aria-hidden />
          Block a field in these {rules}
        </Button>
      }
      title={`Block a field in ${rules}`}
      description="Adds it to the blocked fields of each rule in the list, in the draft. You can undo it."
      verb={`Block in ${rules}`}
      missing={name === "" ? "Enter a field" : parseFieldPattern(name).ok ? null : "Not a field name or path"}
      onOpen={() => setField("")}
      onConfirm={async () => onBlock(name)}
    >
      <Field label="Field" help="A name, such as internal_notes, or a path, such as claim.id.">
        <Input
          className="font-mono"
          value={field}
          autoComplete="off"
          onChange={(event) => setField(event.target.value)}
        />
      </Field>
    </ActionDialog>
  );
}
