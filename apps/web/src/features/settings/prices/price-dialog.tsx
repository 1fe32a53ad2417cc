"use client";

import type { ModelPrice } from "@baton/server/pricing";
import { Button } from "@baton/ui/primitives/button";
import { Field } from "@baton/ui/primitives/field";
import { Input } from "@baton/ui/primitives/input";
import { useState } from "react";
import { ActionDialog } from "@/frame/action-dialog";

/** Prices of parts of a call, in the order of the form; only the first is required. */
const PARTS = {
  inputPrice: "Input",
  outputPrice: "Output",
  cacheReadPrice: "Cache read",
  cacheWritePrice: "Cache write, 5 minutes",
  cacheWrite1hPrice: "Cache write, 1 hour",
} as const;
type Part = keyof typeof PARTS;
const PART_NAMES = [
  "inputPrice",
  "outputPrice",
  "cacheReadPrice",
  "cacheWritePrice",
  "cacheWrite1hPrice",
] as const;

/** Form state of a price. */
type Typed = Record<"model" | "effectiveFrom" | Part, string>;

/** Returns the form state of a price, or of a model without one. */
export function typedPrice(
  price: Pick<ModelPrice, "model" | "effectiveFrom"> & Partial<Record<Part, number | null>>,
): Typed {
  const text = (part: Part) => String(price[part] ?? "");
  return {
    model: price.model,
    effectiveFrom: price.effectiveFrom,
    inputPrice: text("inputPrice"),
    outputPrice: text("outputPrice"),
    cacheReadPrice: text("cacheReadPrice"),
    cacheWritePrice: text("cacheWritePrice"),
    cacheWrite1hPrice: text("cacheWrite1hPrice"),
  };
}

type PriceDialogProps = {
  /** Label of the button that opens it, and its name for screen readers. */
  trigger: { label: string; name: string };
  /** Initial form state. */
  suggested: Typed;
  onSave: (price: ModelPrice) => Promise<unknown>;
};

/** Asks for the price of a model from a day on; stays open if saving fails. */
export function PriceDialog({ trigger, suggested, onSave }: PriceDialogProps) {
  const [typed, setTyped] = useState(suggested);
  const [errors, setErrors] = useState<Partial<Typed>>({});
  // Loads the schema on demand, because it needs the schema library.
  const parse = async () => {
    const { ModelPrice: Price } = await import("@baton/server/pricing");
    const amounts = PART_NAMES.map((part) => [part, readDollars(typed[part], part === "inputPrice")]);
    return Price.safeParse({ ...typed, ...Object.fromEntries(amounts) });
  };
  const checkInput = async () => {
    const wrong = new Set((await parse()).error?.issues.map(({ path }) => path[0]));
    setErrors({
      ...(wrong.has("model") && { model: "Enter the provider's model name." }),
      ...(wrong.has("effectiveFrom") && { effectiveFrom: "Enter a date such as 2026-11-01." }),
      ...Object.fromEntries(PART_NAMES.filter((part) => wrong.has(part)).map((part) => [part, NO_AMOUNT])),
    });
    return wrong.size === 0;
  };
  const input = (name: keyof Typed) => ({
    value: typed[name],
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
  });
  return (
    <ActionDialog
      trigger={
        <Button size="sm" aria-label={trigger.name}>
          {trigger.label}
        </Button>
      }
      title="Set a price"
      description="Applies from this day on and updates the value of all savings since then. The audit log records the change."
      verb="Save price"
      checkInput={checkInput}
      onConfirm={async () => {
        const { data } = await parse();
        if (data) await onSave(data);
      }}
      onOpen={() => {
        setTyped(suggested);
        setErrors({});
      }}
    >
      <Field
        label="Model"
        error={errors.model}
        help="Name without a date suffix. Applies to all snapshots of the model."
      >
        <Input {...input("model")} autoComplete="off" spellCheck={false} />
      </Field>
      <Field label="From (UTC)" error={errors.effectiveFrom}>
        <Input type="date" {...input("effectiveFrom")} />
      </Field>
      <p className="text-text-2">
        US dollars per million tokens. Parts that you leave empty follow the list price of the model.
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        {PART_NAMES.map((part) => (
          <Field key={part} label={PARTS[part]} error={errors[part]}>
            <Input inputMode="decimal" leading="$" {...input(part)} />
          </Field>
        ))}
      </div>
    </ActionDialog>
  );
}

const NO_AMOUNT = "Enter an amount in US dollars such as 3.00.";

/** Reads `3`, `3.00` or `$3`, and null without a text; others become NaN, which validation rejects. */
function readDollars(text: string, isRequired: boolean): number | null {
  const amount = text.trim().replace(/^\$/, "");
  if (amount !== "") return Number(amount);
  return isRequired ? Number.NaN : null;
}
