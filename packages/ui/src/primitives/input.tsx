import type { ComponentPropsWithRef, ReactNode } from "react";
import { cn } from "../cn";

/** Common style of inputs, selects and comboboxes. */
export const controlBox =
  "flex h-(--control-input) w-full min-w-0 items-center gap-2 rounded-md border border-line-strong bg-surface px-2.5 text-md text-text transition-colors aria-invalid:border-danger aria-invalid:shadow-[0_0_0_1px_var(--danger)] disabled:border-line-2 disabled:bg-surface-2 disabled:text-text-3";

export type InputProps = ComponentPropsWithRef<"input"> & {
  /** Icon before the text. */
  leading?: ReactNode;
  /** Unit ("tokens") or key after the text. */
  trailing?: ReactNode;
};

/** A single-line text field. Set `aria-invalid` for an invalid one and show the reason below (see Field). */
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

/** A multi-line text field. */
export function Textarea({ className, ...props }: ComponentPropsWithRef<"textarea">) {
  return <textarea className={cn(controlBox, "h-auto min-h-16 py-1.5", className)} {...props} />;
}
