import { shapeOf } from "./find-repeated-context";
import type { TaskHandoff, TaskResponse } from "./task-handoff";

/** An interface returned with another form. */
export interface InterfaceConflict {
  readonly name: string;
  /** The stored text, and the task that it is from. */
  readonly kept: string;
  readonly keptFrom: string;
  /** The text returned now. */
  readonly offered: string;
  readonly offeredFrom: string;
}

/** Changes of the hub by a response: new names, and names returned with another form. */
export interface HubUpdate {
  readonly added: readonly string[];
  readonly conflicts: readonly InterfaceConflict[];
}

/** A handoff filled with the interfaces that it names, and the requested names that are unknown. */
export interface FilledTaskHandoff {
  readonly handoff: TaskHandoff;
  readonly filled: readonly string[];
  readonly unknown: readonly string[];
}

interface HeldInterface {
  readonly text: string;
  readonly taskId: string;
}

/**
 * Keeps the interfaces that agents export in their responses, by name, for later handoffs. Two texts have the
 * same form if they only differ in comments and white space; otherwise the first one stays until the conflict
 * is decided.
 */
export class AgentContextHub {
  readonly #interfaces = new Map<string, HeldInterface>();

  /** Returns the stored interfaces by name, in the order in which they were added. */
  get interfaces(): Readonly<Record<string, string>> {
    return Object.fromEntries([...this.#interfaces].map(([name, { text }]) => [name, text]));
  }

  /** Adds the `interfaces` of a response. */
  update(response: Pick<TaskResponse, "taskId" | "interfaces">): HubUpdate {
    const added: string[] = [];
    const conflicts: InterfaceConflict[] = [];
    for (const [name, text] of Object.entries(response.interfaces)) {
      const held = this.#interfaces.get(name);
      if (!held) {
        this.#interfaces.set(name, { text, taskId: response.taskId });
        added.push(name);
      } else if (shapeOf(held.text) !== shapeOf(text)) {
        const { text: kept, taskId: keptFrom } = held;
        conflicts.push({ name, kept, keptFrom, offered: text, offeredFrom: response.taskId });
      }
    }
    return { added, conflicts };
  }

  /** Resolves a conflict with the latest text. */
  accept({ name, offered, offeredFrom }: InterfaceConflict): void {
    this.#interfaces.set(name, { text: offered, taskId: offeredFrom });
  }

  /**
   * Fills the interfaces of the next handoff with those it names: under `interfaces` with an empty text, or
   * in its task, notes and test requirements. A name that is also a plain word counts there only in
   * backticks. Interfaces that the handoff itself contains stay.
   */
  fill(handoff: TaskHandoff): FilledTaskHandoff {
    const asked = Object.keys(handoff.interfaces).filter((name) => handoff.interfaces[name]?.trim() === "");
    const prose = [
      handoff.taskName,
      handoff.taskDescription,
      ...handoff.criticalNotes,
      ...handoff.testRequirements,
    ].join("\n");
    const named = [...this.#interfaces.keys()].filter(
      (name) => !Object.hasOwn(handoff.interfaces, name) && isNamedIn(prose, name),
    );
    const filled = [...asked, ...named].filter((name) => this.#interfaces.has(name));
    const texts = filled.map((name): [string, string] => [name, this.#interfaces.get(name)?.text ?? ""]);
    return {
      handoff: { ...handoff, interfaces: { ...handoff.interfaces, ...Object.fromEntries(texts) } },
      filled,
      unknown: asked.filter((name) => !this.#interfaces.has(name)),
    };
  }
}

function isNamedIn(prose: string, name: string): boolean {
  if (prose.includes(`\`${name}\``)) return true;
  const isIdentifier = /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}|[_$\d]/u.test(name);
  return isIdentifier && [...prose.matchAll(/[\p{ID_Continue}$]+/gu)].some(([word]) => word === name);
}
