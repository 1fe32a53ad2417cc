import { OutlinePaths } from "./outline-paths";
import type { OutlinedHandoff } from "./outlined-handoff";

/** A field of a session, by the name to search it by. */
interface NamedField {
  readonly name: string;
  /** Handoffs that held it, and those that blocked it. */
  readonly handoffs: number;
  readonly blockedAt: number;
}

/** Maximum names to list; keys that are data would make the number unlimited. */
const MAX_NAMES = 500;

/** Returns the names of the fields of a session: blocked ones first, then by number of handoffs. */
export function listFields(handoffs: readonly OutlinedHandoff[]): NamedField[] {
  const paths = new OutlinePaths();
  const fields = new Map<string, { handoffs: number; blockedAt: number }>();
  for (const { outline } of handoffs) {
    const held = new Map<string, boolean>();
    for (const { path, cause } of outline ?? []) {
      const name = paths.read(path).steps.at(-1)?.key ?? "";
      if (name !== "") held.set(name, held.get(name) === true || cause === "blocked");
    }
    for (const [name, isBlocked] of held) {
      const field = fields.get(name) ?? { handoffs: 0, blockedAt: 0 };
      fields.set(name, field);
      field.handoffs += 1;
      if (isBlocked) field.blockedAt += 1;
    }
  }
  return [...fields]
    .map(([name, counts]) => ({ name, ...counts }))
    .sort((a, b) => b.blockedAt - a.blockedAt || b.handoffs - a.handoffs)
    .slice(0, MAX_NAMES);
}
