import { isObject } from "../is-object";
import { ArtifactReadEvent } from "./artifact-read";
import { CompactionEvent } from "./compaction";
import { ContextHandoffEvent } from "./context-handoff";
import { type LineShape, ShapeFinder } from "./line-shape";
import { PolicySeenEvent } from "./policy-seen";
import { TaskHandoffEvent, TaskResponseEvent } from "./task";
import { AgentHandoffEvent, WorkflowCompleteEvent, WorkflowStartEvent } from "./workflow";

const KEYS_BY_TYPE: ReadonlyMap<unknown, ReadonlySet<string>> = new Map<unknown, ReadonlySet<string>>(
  [
    ContextHandoffEvent,
    CompactionEvent,
    PolicySeenEvent,
    TaskHandoffEvent,
    TaskResponseEvent,
    WorkflowStartEvent,
    AgentHandoffEvent,
    WorkflowCompleteEvent,
    ArtifactReadEvent,
  ].map(({ shape }) => [shape.event_type.value, new Set(Object.keys(shape))]),
);

/**
 * Returns unrecognized keys in the known event types of a session file. Other types are generic events of the
 * orchestrator and not reported.
 *
 * @param json one parsed line.
 */
export function readSessionShape(json: unknown): LineShape {
  const finder = new ShapeFinder();
  if (!isObject(json)) return finder.finish(null);
  const known = KEYS_BY_TYPE.get(json.event_type);
  if (known) finder.checkKeys(json, known, `${String(json.event_type)}.`);
  return finder.finish(null);
}
