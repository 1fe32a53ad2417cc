import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentPropsWithRef, ReactNode } from "react";
import { cn } from "../cn";
import { Term } from "./term";

const badge = cva(
  "inline-flex h-5 shrink-0 items-center gap-[5px] whitespace-nowrap rounded-sm border px-[7px] align-middle font-medium text-sm [&_svg]:size-3",
  {
    variants: {
      tone: {
        neutral: "border-line-2 bg-surface text-text-2",
        muted: "border-line-2 bg-surface text-text-3",
        danger: "border-danger-line bg-danger-soft text-danger",
        warn: "border-warn-line bg-warn-soft text-warn",
        ok: "border-ok-line bg-ok-soft text-ok",
        accent: "border-accent-line bg-accent-soft text-accent",
        dashed: "border-line-strong border-dashed bg-surface text-text-2",
      },
    },
    defaultVariants: { tone: "neutral" },
  },
);

export type BadgeProps = ComponentPropsWithRef<"span"> & VariantProps<typeof badge> & { icon?: ReactNode };

/** Shows a state as a word with an icon. Icon and word carry the meaning; the tone only supports it. */
export function Badge({ tone, icon, className, children, ...props }: BadgeProps) {
  return (
    <span className={cn(badge({ tone }), className)} {...props}>
      {icon}
      <Term>{children}</Term>
    </span>
  );
}
