"use client";

import { Button } from "@baton/ui/primitives/button";
import type { ReactNode } from "react";
import { FormError } from "./form-error";

export type FormProps = {
  verb: string;
  isBusy: boolean;
  error: { message: string } | null;
  /** Said in place of an error. */
  success?: ReactNode;
  /** Given what was typed into a field, by its name; empty where there is no such field. */
  onSubmit: (read: (name: string) => string) => void;
  isPrimary?: boolean;
  children: ReactNode;
};

/** Fields, one button, and what came of it. */
export function Form({ verb, isBusy, error, success, onSubmit, isPrimary = true, children }: FormProps) {
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        onSubmit((name) => String(data.get(name) ?? ""));
      }}
    >
      {children}
      <Button
        type="submit"
        variant={isPrimary ? "primary" : "default"}
        disabled={isBusy}
        className="self-start"
      >
        {verb}
      </Button>
      <FormError error={error} />
      <p role="status" className="text-ok empty:hidden">
        {success}
      </p>
    </form>
  );
}
