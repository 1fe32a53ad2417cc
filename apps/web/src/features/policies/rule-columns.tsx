import type { ReactNode } from "react";

type RuleColumnsProps = {
  list: ReactNode;
  /** The open rule. */
  rule: ReactNode;
  /** The effect of the draft, always in view. */
  aside: ReactNode;
};

/** Lays out the rules: the list, the open rule, and its effect; below each other on a phone. */
export function RuleColumns({ list, rule, aside }: RuleColumnsProps) {
  return (
    <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-[minmax(0,300px)_minmax(0,1fr)] lg:grid-cols-[minmax(0,320px)_minmax(0,1fr)_minmax(0,340px)]">
      {list}
      <div className="flex min-w-0 flex-col gap-4">{rule}</div>
      <div className="flex min-w-0 flex-col gap-4 md:max-lg:col-start-2 lg:sticky lg:top-14 lg:max-h-[calc(100dvh-8rem)] lg:overflow-y-auto">
        {aside}
      </div>
    </div>
  );
}
