"use client";

import type { NewlyLetThrough } from "@baton/server/policy";
import { formatCountOf } from "@baton/ui/format/number";
import { Button } from "@baton/ui/primitives/button";
import { Checkbox } from "@baton/ui/primitives/checkbox";
import { Input } from "@baton/ui/primitives/input";
import { TriangleAlert } from "lucide-react";
import { useId } from "react";
import { FewPairs } from "../few-pairs";
import type { Acknowledged } from "./unacknowledged";

export type AcknowledgementsProps = {
  fields: readonly NewlyLetThrough[];
  acknowledged: Acknowledged;
  /** Asks for a reason, too. */
  needsReasons?: boolean;
  /** True if no policy is live: then the fields are compared with the default of a missing policy. */
  isFirst?: boolean;
  /** Null only lists the fields. */
  onChange: ((acknowledged: Acknowledged) => void) | null;
};

/** Asks for an acknowledgment, and a reason from a publisher, for each field that newly passes. */
export function Acknowledgements({
  fields,
  acknowledged,
  needsReasons = true,
  isFirst = false,
  onChange,
}: AcknowledgementsProps) {
  const first = acknowledged.get(fields[0]?.field ?? "");
  return (
    <section
      aria-label="Fields to acknowledge"
      className="rounded-md border border-danger-line bg-danger-soft px-3.5 py-3"
    >
      <h3 className="flex items-center gap-2 text-danger">
        <TriangleAlert className="size-4" aria-hidden />
        Newly let through: {formatCountOf(fields.length, "field")}
      </h3>
      <p className="mt-0.5 text-sm text-text-2">
        Field patterns. Each includes all nested fields.
        {isFirst &&
          " Without a policy, Baton lets only input IDs pass for programs that ask it. Agents that do not ask, such as Claude Code without Baton’s plugin, pass everything already."}
      </p>
      <ul className="mt-2 flex flex-col gap-3">
        {fields.map((field) => (
          <Acknowledgement
            key={field.field}
            field={field}
            value={acknowledged.get(field.field) ?? { isKnown: false, reason: "" }}
            needsReason={needsReasons}
            onChange={onChange && ((value) => onChange(new Map([...acknowledged, [field.field, value]])))}
          />
        ))}
      </ul>
      {onChange && fields.length > 1 && first?.isKnown && first.reason.trim() !== "" && (
        <Button
          size="sm"
          className="mt-3"
          onClick={() => onChange(new Map(fields.map(({ field }) => [field, { ...first }])))}
        >
          Use the same reason for all {fields.length}
        </Button>
      )}
    </section>
  );
}

function Acknowledgement({
  field: { field, pairs },
  value,
  needsReason,
  onChange,
}: {
  field: NewlyLetThrough;
  value: { isKnown: boolean; reason: string };
  needsReason: boolean;
  onChange: ((value: { isKnown: boolean; reason: string }) => void) | null;
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
      {onChange && (
        <div className="flex items-center gap-2">
          <Checkbox
            id={id}
            checked={value.isKnown}
            onCheckedChange={(checked) => onChange({ ...value, isKnown: checked === true })}
          />
          <label htmlFor={id} className="min-w-0 [overflow-wrap:anywhere]">
            Acknowledge that {field} will pass
          </label>
        </div>
      )}
      {onChange && needsReason && (
        <Input
          aria-label={`Reason to let ${field} pass`}
          placeholder="Reason (stored in the audit log)"
          maxLength={500}
          value={value.reason}
          onChange={({ target }) => onChange({ ...value, reason: target.value })}
        />
      )}
    </li>
  );
}
