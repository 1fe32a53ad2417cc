"use client";

import type { ModelPrice } from "@baton/server/pricing";
import { Button } from "@baton/ui/primitives/button";
import { Dialog, DialogClose, DialogContent, DialogTrigger } from "@baton/ui/primitives/dialog";
import { Field } from "@baton/ui/primitives/field";
import { Input } from "@baton/ui/primitives/input";
import { useId, useState } from "react";

/** Form state of a price. */
type Typed = Record<keyof ModelPrice, string>;

export type PriceDialogProps = {
  /** Label of the button that opens it, and its name for screen readers. */
  trigger: { label: string; name: string };
  /** Initial form state. */
  suggested: Typed;
  onSave: (price: ModelPrice) => Promise<unknown>;
};

/** Asks for the price of a model from a day on; stays open if saving fails. */
export function PriceDialog({ trigger, suggested, onSave }: PriceDialogProps) {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState(suggested);
  const [errors, setErrors] = useState<Partial<Record<keyof ModelPrice | "save", string>>>({});
  const [isSaving, setSaving] = useState(false);
  const formId = useId();
  const open = (isOpening: boolean) => {
    setOpen(isOpening);
    if (!isOpening) return;
    setTyped(suggested);
    setErrors({});
  };
  const save = async () => {
    // Load the schema on demand, because it needs the schema library.
    const { ModelPrice: Price } = await import("@baton/server/pricing");
    const parsed = Price.safeParse({ ...typed, inputPrice: readDollars(typed.inputPrice) });
    if (!parsed.success) {
      const wrong = new Set(parsed.error.issues.map(({ path }) => path[0]));
      return setErrors({
        ...(wrong.has("model") && { model: "Enter the provider's model name." }),
        ...(wrong.has("effectiveFrom") && { effectiveFrom: "Enter a date such as 2026-11-01." }),
        ...(wrong.has("inputPrice") && { inputPrice: "Enter an amount in US dollars such as 3.00." }),
      });
    }
    setSaving(true);
    try {
      await onSave(parsed.data);
      setOpen(false);
    } catch (failure) {
      setErrors({ save: failure instanceof Error ? failure.message : String(failure) });
    } finally {
      setSaving(false);
    }
  };
  const input = (name: keyof ModelPrice) => ({
    value: typed[name],
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
  });
  return (
    <Dialog open={isOpen} onOpenChange={open}>
      <DialogTrigger asChild>
        <Button size="sm" aria-label={trigger.name}>
          {trigger.label}
        </Button>
      </DialogTrigger>
      <DialogContent
        title="Set a price"
        description="Applies from this day on and updates the value of all savings since then. The audit log records the change."
        footer={
          <>
            <DialogClose asChild>
              <Button variant="ghost">Cancel</Button>
            </DialogClose>
            <Button type="submit" form={formId} variant="primary" disabled={isSaving}>
              Save price
            </Button>
          </>
        }
      >
        <form
          id={formId}
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <Field
            label="Model"
            error={errors.model}
            help="Name without a date suffix. Applies to all snapshots of the model."
          >
            <Input {...input("model")} autoComplete="off" spellCheck={false} />
          </Field>
          <div className="grid gap-3 sm:grid-cols-2">
            <Field label="From (UTC)" error={errors.effectiveFrom}>
              <Input type="date" {...input("effectiveFrom")} />
            </Field>
            <Field label="Price per million input tokens" error={errors.inputPrice}>
              <Input inputMode="decimal" leading="$" {...input("inputPrice")} />
            </Field>
          </div>
          {errors.save && (
            <p role="alert" className="text-danger text-sm">
              {errors.save}
            </p>
          )}
        </form>
      </DialogContent>
    </Dialog>
  );
}

/** Reads `3`, `3.00` or `$3`; other texts become NaN, which validation rejects. */
function readDollars(text: string): number {
  const amount = text.trim().replace(/^\$/, "");
  return amount === "" ? Number.NaN : Number(amount);
}
