import type { Cause } from "@baton/core";
import type { AlertLevel } from "@baton/core/tokens";
import { addressOf, withQuery } from "@/frame/pages";
import type { SavingsView } from "@/server/inputs";

/** Links to the context handoffs behind a metric. */
export function handoffsAddress(
  workspace: string,
  view: SavingsView,
  /** `at` is the key of one bar. */
  filtered: { at?: string; cause?: Cause; observed?: boolean } = {},
): string {
  return withQuery(addressOf(workspace, "savings", "handoffs"), { ...view, ...filtered });
}

/** Links to the manifests behind a metric; `at` is the key of one bar. */
export function manifestsAddress(
  workspace: string,
  view: SavingsView,
  {
    at,
    ...filtered
  }: { at?: string; type?: string; finding?: string; level?: AlertLevel; gate?: "failed" } = {},
): string {
  const { tz, agent } = view;
  return withQuery(addressOf(workspace, "manifests"), { range: rangeOf(view, at), tz, agent, ...filtered });
}

/** Links to the task handoffs behind a metric; `at` is the key of one bar. */
export function tasksAddress(
  workspace: string,
  view: SavingsView,
  { at, ...filtered }: { at?: string; finding?: string; over?: boolean } = {},
): string {
  const { tz, agent } = view;
  return withQuery(addressOf(workspace, "tasks"), { range: rangeOf(view, at), tz, agent, ...filtered });
}

function rangeOf({ range }: SavingsView, at: string | undefined): string {
  const day = at?.slice(0, 10);
  return day === undefined ? range : `${day}..${day}`;
}
