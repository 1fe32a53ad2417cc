import { Check, CircleAlert, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "../cn";

export type FindingTone = "info" | "warn" | "danger" | "ok";

const tones = {
  info: { box: "border-line bg-surface", icon: <Info className="mt-0.5 size-4 text-text-3" aria-hidden /> },
  warn: {
    box: "border-warn-line bg-warn-soft",
    icon: <TriangleAlert className="mt-0.5 size-4 text-warn" aria-hidden />,
  },
  danger: {
    box: "border-danger-line bg-danger-soft",
    icon: <CircleAlert className="mt-0.5 size-4 text-danger" aria-hidden />,
  },
  ok: { box: "border-ok-line bg-ok-soft", icon: <Check className="mt-0.5 size-4 text-ok" aria-hidden /> },
} satisfies Record<FindingTone, { box: string; icon: ReactNode }>;

export type FindingProps = {
  tone: FindingTone;
  /** Title of the finding ("Never seen: repair_timeline"). */
  title?: ReactNode;
  /** Explanation and next step. */
  children?: ReactNode;
  /** A button at the right. */
  action?: ReactNode;
  /** "alert" if it responds to a user's action. */
  role?: "alert" | "status";
  className?: string;
};

/** Shows a finding, good or bad, next to the item that it concerns. */
export function Finding({ tone, title, children, action, role, className }: FindingProps) {
  return (
    <div role={role} className={cn("flex gap-2.5 rounded-md border px-3 py-2.5", tones[tone].box, className)}>
      {tones[tone].icon}
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-48">
          {title && <p className="font-medium">{title}</p>}
          {children && <div className={title ? "text-text-2" : ""}>{children}</div>}
        </div>
        {action}
      </div>
    </div>
  );
}
