import { cva, type VariantProps } from "class-variance-authority";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "../cn";
import { Name } from "./name";

const chip = cva(
  "inline-flex h-6 max-w-full items-center gap-1.5 whitespace-nowrap rounded-sm border px-2 font-[450] font-mono text-sm tracking-[-0.01em]",
  {
    variants: {
      tone: {
        neutral: "border-line-2 bg-surface-2",
        new: "border-accent bg-surface-2 shadow-[inset_2px_0_0_var(--accent)]",
        danger: "border-danger-line bg-danger-soft text-danger",
        warn: "border-warn bg-warn-soft text-warn",
      },
      isRemovable: { true: "pr-1", false: "" },
    },
    defaultVariants: { tone: "neutral" },
  },
);

export type ChipProps = VariantProps<typeof chip> & {
  /** Machine-readable text: a field, a filter. */
  children: ReactNode;
  icon?: ReactNode;
  /** A value or word after the name ("98 %", "never seen"). */
  note?: ReactNode;
  /** Adds a remove button, named by `removeLabel`. */
  onRemove?: () => void;
  removeLabel?: string;
  className?: string;
};

/** Shows an item of a set: a field of a rule, an active filter. */
export function Chip({ tone, icon, note, onRemove, removeLabel = "Remove", className, children }: ChipProps) {
  const isFinding = tone === "warn";
  return (
    <span className={cn(chip({ tone, isRemovable: onRemove !== undefined }), className)}>
      {icon && <span className="[&_svg]:size-3.5">{icon}</span>}
      <span
        className={cn(
          "overflow-x-clip text-ellipsis",
          isFinding && "underline decoration-wavy decoration-1 underline-offset-3",
        )}
      >
        <Name>{children}</Name>
      </span>
      {note && (
        <span
          className={cn("font-sans text-xs", tone === "danger" || isFinding ? "text-current" : "text-text-3")}
        >
          {note}
        </span>
      )}
      {onRemove && (
        <button
          type="button"
          aria-label={removeLabel}
          onClick={onRemove}
          className="grid size-4 place-items-center rounded-sm text-text-3 transition-colors hover:bg-surface-3 hover:text-text focus-visible:outline-offset-0"
        >
          <X className="size-3" aria-hidden />
        </button>
      )}
    </span>
  );
}
