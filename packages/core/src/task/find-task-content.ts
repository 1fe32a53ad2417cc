import { findContent } from "../content/check-document";
import type { Finding } from "../finding";
import type { CompiledPolicy } from "../scoping/compile-policy";
import { taskFinding } from "./task-finding";

/** Finds what content rules find in a task handoff or response. An unknown agent may be any. */
export function findTaskContent(
  policy: CompiledPolicy | undefined,
  { from = null, to }: { from: string | null | undefined; to: string | undefined },
  document: unknown,
): Finding[] {
  return findContent(policy, { from, to: to === undefined ? null : [to] }, document).map(
    ({ place, message, severity }) => taskFinding("content_rule", place, message, severity),
  );
}
