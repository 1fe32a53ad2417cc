import type { AlertLevel, Cause } from "@baton/core";
import { addressOf, withQuery } from "@/frame/pages";
import type { SavingsView } from "@/server/inputs";

/** The handoffs of contexts that a figure is made of. */
export function handoffsAddress(
  workspace: string,
  view: SavingsView,
  /** `at` is the key of one bar. */
  narrowed: { at?: string; cause?: Cause; observed?: boolean } = {},
): string {
  return withQuery(addressOf(workspace, "savings", "handoffs"), { ...view, ...narrowed });
}

/** The manifests that a figure is made of; `at` is the key of one bar. */
export function manifestsAddress(
  workspace: string,
  view: SavingsView,
  {
    at,
    ...narrowed
  }: { at?: string; type?: string; finding?: string; level?: AlertLevel; gate?: "failed" } = {},
): string {
  const { tz, agent } = view;
  return withQuery(addressOf(workspace, "manifests"), { range: rangeOf(view, at), tz, agent, ...narrowed });
}

/** The task handoffs that a figure is made of; `at` is the key of one bar. */
export function tasksAddress(
  workspace: string,
  view: SavingsView,
  { at, ...narrowed }: { at?: string; finding?: string; over?: boolean } = {},
): string {
  const { tz, agent } = view;
  return withQuery(addressOf(workspace, "tasks"), { range: rangeOf(view, at), tz, agent, ...narrowed });
}

function rangeOf({ range }: SavingsView, at: string | undefined): string {
  const day = at?.slice(0, 10);
  return day === undefined ? range : `${day}..${day}`;
}
