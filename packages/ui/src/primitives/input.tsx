import type { ComponentPropsWithRef, ReactNode } from "react";
import { cn } from "../cn";

/** The box of an input, a select, a combobox: one look for all that one types or picks into. */
export const controlBox =
  "flex h-(--control-input) w-full min-w-0 items-center gap-2 rounded-md border border-line-strong bg-surface px-2.5 text-md text-text transition-colors aria-invalid:border-danger aria-invalid:shadow-[0_0_0_1px_var(--danger)] disabled:border-line-2 disabled:bg-surface-2 disabled:text-text-3";

export type InputProps = ComponentPropsWithRef<"input"> & {
  /** Before the text: an icon. */
  leading?: ReactNode;
  /** After the text: a unit ("tokens"), a key. */
  trailing?: ReactNode;
};

/** A line of text. An invalid one has `aria-invalid`, and its reason below (see Field). */
export function Input({ leading, trailing, className, disabled, ...props }: InputProps) {
  return (
    <span
      className={cn(
        controlBox,
        "has-focus-visible:border-accent has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-1",
        "has-aria-invalid:border-danger has-aria-invalid:shadow-[0_0_0_1px_var(--danger)]",
        disabled && "border-line-2 bg-surface-2 text-text-3",
        className,
      )}
    >
      {leading && <span className="text-text-3 [&_svg]:size-3.5">{leading}</span>}
      <input className="h-full min-w-0 flex-1 bg-transparent outline-none!" disabled={disabled} {...props} />
      {trailing && <span className="text-text-3">{trailing}</span>}
    </span>
  );
}

/** Several lines of text. */
export function Textarea({ className, ...props }: ComponentPropsWithRef<"textarea">) {
  return <textarea className={cn(controlBox, "h-auto min-h-16 py-1.5", className)} {...props} />;
}
