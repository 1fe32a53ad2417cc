"use client";

import { formatCount, formatCountOf, formatPercent } from "@baton/ui/format/number";
import { ChipsInput, type ChipsInputProps } from "@baton/ui/primitives/chips-input";
import { Field } from "@baton/ui/primitives/field";
import { Ban } from "lucide-react";
import type { ReactNode } from "react";
import { countObserved, type FieldOption } from "./observed-fields";

type FieldListProps = {
  label: string;
  hint?: ReactNode;
  fields: readonly string[];
  /** Fields of the live version; others are marked as new. */
  liveFields: readonly string[] | null;
  /** Null while unknown. */
  seen: readonly FieldOption[] | null;
  /** Number of handoffs behind the counts; 0 if unknown. */
  handoffs: number;
  isBlocked?: boolean;
  /** Returns why a name cannot be listed, or null. */
  findRefusal: (name: string) => string | null;
  onChange: (fields: string[]) => void;
  disabled?: boolean;
};

/** Edits a rule's list of field names, each with its number of past handoffs. */
export function FieldList(props: FieldListProps) {
  const { label, hint, fields, liveFields, seen, handoffs, isBlocked = false, disabled } = props;
  const entries = fields.map((value): ChipsInputProps["entries"][number] => {
    const count = seen ? countObserved(seen, value) : null;
    const isNew = liveFields !== null && !liveFields.includes(value);
    return {
      value,
      note:
        count === null ? null : count === 0 ? "never seen" : <ObservedShare count={count} of={handoffs} />,
      tone: isBlocked ? "danger" : count === 0 ? "warn" : isNew ? "new" : "neutral",
      icon: isBlocked && <Ban aria-hidden />,
    };
  });
  return (
    <Field label={label} hint={hint}>
      <ChipsInput
        entries={entries}
        options={(seen ?? []).map(({ name, handoffs: count }) => ({
          value: name,
          note: <ObservedShare count={count} of={handoffs} />,
        }))}
        optionsLabel={`Fields seen, for ${label.toLowerCase()}`}
        placeholder="add a field…"
        disabled={disabled}
        describeTyped={
          seen === null ? undefined : (name) => <TypedNote name={name} seen={seen} of={handoffs} />
        }
        findRefusal={props.findRefusal}
        onAdd={(names) => props.onChange([...fields, ...names])}
        onRemove={(name) => props.onChange(fields.filter((field) => field !== name))}
      />
    </Field>
  );
}

/** Shows the scope of a typed name: a container includes all fields below it. */
function TypedNote({ name, seen, of }: { name: string; seen: readonly FieldOption[]; of: number }) {
  const count = countObserved(seen, name);
  if (count === 0) return "never seen";
  const isContainer = !seen.some((option) => option.name === name);
  return (
    <>
      {isContainer && "and all below it, "}
      <ObservedShare count={count} of={of} />
    </>
  );
}

function ObservedShare({ count, of }: { count: number; of: number }) {
  return of > 0 ? (
    <span title={`in ${formatCount(count)} of ${formatCount(of)} handoffs`}>{formatPercent(count / of)}</span>
  ) : (
    // Several agents may have it in other handoffs.
    <span title={`in at least ${formatCountOf(count, "handoff")}`}>≥ {formatCount(count)}</span>
  );
}
