import type { Finding } from "../finding";
import { minifyInterface } from "./minify-interface";
import { taskFinding } from "./task-finding";
import type { TaskHandoff } from "./task-handoff";

/** Context an agent has from a handoff: interfaces by name, without white space, and the files and notes. */
interface ReceivedContext {
  readonly taskId: string;
  readonly interfaces: ReadonlyMap<string, string>;
  readonly dependencies: ReadonlySet<string>;
  readonly notes: ReadonlySet<string>;
}

/**
 * Finds content that the receiver already has from an earlier handoff: an interface of the same name and
 * shape, a file, a note. A handoff of the same task does not count as earlier, because it replaces the other.
 */
export function findRepeatedContext(
  { taskId, toAgent, interfaces = {}, dependencies = [], criticalNotes = [] }: Partial<TaskHandoff>,
  earlier: readonly TaskHandoff[],
): Finding[] {
  const received = earlier
    .filter((handoff) => handoff.toAgent === toAgent && handoff.taskId !== taskId)
    .map(describeReceived);
  const find = (path: PropertyKey[], what: string, isIn: (context: ReceivedContext) => boolean) =>
    received
      .filter(isIn)
      .slice(0, 1)
      .map((context) =>
        taskFinding(
          "repeated_context",
          path,
          `the receiver has this ${what} from the task \`${context.taskId}\``,
        ),
      );
  return [
    ...Object.entries(interfaces).flatMap(([name, text]) => {
      const shape = shapeOf(text);
      return find(["interfaces", name], "interface", (context) => context.interfaces.get(name) === shape);
    }),
    ...dependencies.flatMap((path, index) =>
      find(["dependencies", index], "file", (context) => context.dependencies.has(path)),
    ),
    ...criticalNotes.flatMap((note, index) =>
      find(["criticalNotes", index], "note", (context) => context.notes.has(note)),
    ),
  ];
}

/** Normalizes an interface for comparison, without insignificant syntax; other text stays unchanged. */
export function shapeOf(text: string): string {
  return minifyInterface(text) ?? text;
}

function describeReceived(handoff: TaskHandoff): ReceivedContext {
  const shapes = Object.entries(handoff.interfaces).map(([name, text]) => [name, shapeOf(text)] as const);
  return {
    taskId: handoff.taskId,
    interfaces: new Map(shapes),
    dependencies: new Set(handoff.dependencies),
    notes: new Set(handoff.criticalNotes),
  };
}
