import { foldKey } from "@baton/core/internal";
import { OutlinePaths } from "./outline-paths";
import type { OutlinedHandoff } from "./outlined-handoff";

/** A field of a session, by the name to search it by. */
interface NamedField {
  readonly name: string;
  /** Handoffs that held it, those by which at least part of it passed, and those that blocked it. */
  readonly handoffs: number;
  readonly passedAt: number;
  readonly blockedAt: number;
  /** Handoffs at which it leaked. */
  readonly leaks: number;
  /** Agents that it passed to. */
  readonly receivers: number;
}

/** Maximum names to list; keys that are data would make the number unlimited. */
const MAX_NAMES = 500;

/**
 * Returns the names of the fields of a session: leaked ones first, then blocked ones, then by number of handoffs.
 *
 * @param leaks the leaks of the session, each with the folded name of its field.
 */
export function listFields(
  handoffs: readonly OutlinedHandoff[],
  leaks: readonly { name: string }[] = [],
): NamedField[] {
  const paths = new OutlinePaths();
  const leaksOf = new Map<string, number>();
  for (const { name } of leaks) leaksOf.set(name, (leaksOf.get(name) ?? 0) + 1);
  const fields = new Map<
    string,
    { handoffs: number; passedAt: number; blockedAt: number; receivers: Set<string> }
  >();
  for (const { outline, toAgent, scopingState } of handoffs) {
    const held = new Map<string, { isBlocked: boolean; doesPass: boolean }>();
    for (const { path, cause, after = 0 } of outline ?? []) {
      const name = paths.read(path).steps.at(-1)?.key ?? "";
      if (name === "") continue;
      const known = held.get(name) ?? { isBlocked: false, doesPass: false };
      held.set(name, known);
      known.isBlocked ||= cause === "blocked";
      known.doesPass ||= cause === undefined || after > 0 || scopingState === "observed";
    }
    for (const [name, { isBlocked, doesPass }] of held) {
      const field = fields.get(name) ?? { handoffs: 0, passedAt: 0, blockedAt: 0, receivers: new Set() };
      fields.set(name, field);
      field.handoffs += 1;
      if (isBlocked) field.blockedAt += 1;
      if (!doesPass) continue;
      field.passedAt += 1;
      field.receivers.add(toAgent);
    }
  }
  return [...fields]
    .map(([name, { receivers, ...counts }]) => ({
      name,
      ...counts,
      receivers: receivers.size,
      leaks: leaksOf.get(foldKey(name)) ?? 0,
    }))
    .sort((a, b) => b.leaks - a.leaks || b.blockedAt - a.blockedAt || b.handoffs - a.handoffs)
    .slice(0, MAX_NAMES);
}
