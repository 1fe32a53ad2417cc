"use client";

import { CircleAlert } from "lucide-react";
import { Slot } from "radix-ui/slot";
import { type ReactNode, useId } from "react";
import { cn } from "../cn";
import { Term } from "./term";

export type FieldProps = {
  label: ReactNode;
  /** Lighter text next to the label ("removed at any depth; blocked beats allowed"). */
  hint?: ReactNode;
  /** Help below the control. */
  help?: ReactNode;
  /**
   * Error below the control instead of `help`: the problem and the valid values ("From 1 to 100,000 tokens").
   */
  error?: ReactNode;
  /** The control, which receives `id`, `aria-describedby` and `aria-invalid`. */
  children: ReactNode;
  className?: string;
};

/** Shows a control with its label, and with its help or error linked for screen readers. */
export function Field({ label, hint, help, error, children, className }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? help;
  return (
    <div className={cn("min-w-0", className)}>
      <label
        htmlFor={id}
        className="mb-[5px] flex flex-wrap items-baseline gap-x-1.5 font-medium text-sm text-text-2"
      >
        <Term>{label}</Term>
        {hint && <span className="font-normal text-text-3">{hint}</span>}
      </label>
      <Slot id={id} aria-describedby={note ? noteId : undefined} aria-invalid={error ? true : undefined}>
        {children}
      </Slot>
      {note && (
        <p
          id={noteId}
          className={cn("mt-[5px] flex items-center gap-1 text-sm", error ? "text-danger" : "text-text-3")}
        >
          {error && <CircleAlert className="size-3.5" aria-hidden />}
          {note}
        </p>
      )}
    </div>
  );
}
