import type { AgentKnowledge, FieldLineage, FieldStep, KnownField } from "@baton/server/lineage";
import { keepFirst } from "./keep-first";

/** Steps of a field, agents that had it, and fields that an agent had: a session has thousands. */
const MAX_STEPS = 2_000;

/** Returns the path of a field up to the limits: a context may hold it in thousands of places. */
export function toLineageDto({ steps, origins, holders, ...lineage }: FieldLineage) {
  return {
    ...lineage,
    stepCount: steps.length,
    leaks: toLeakDtos(steps),
    steps: steps.slice(0, MAX_STEPS).map(toStepDto),
    origins: origins.slice(0, MAX_STEPS).map(toStepDto),
    holders: holders.slice(0, MAX_STEPS),
  };
}

/** Returns the steps at which it leaked, at any position, because readers must see them. */
function toLeakDtos(steps: readonly FieldStep[]) {
  const { first, count } = keepFirst(steps.filter(({ leak }) => leak !== null));
  return { first: first.map(toStepDto), count };
}

function toStepDto({ paths, ...step }: FieldStep) {
  return { ...step, pathCount: paths.length, paths: paths.slice(0, 1) };
}

/** Returns the knowledge of an agent up to the limits. */
export function toKnowledgeDto({ wrote, received, withheld, ...knowledge }: AgentKnowledge) {
  const toFieldDto = ({ senders, ...field }: KnownField) => ({
    ...field,
    senders: keepFirst(senders),
  });
  const [ownFirst, givenFirst] = [keepFirst(wrote, MAX_STEPS), keepFirst(received, MAX_STEPS)];
  return {
    ...knowledge,
    wrote: { ...ownFirst, first: ownFirst.first.map(toFieldDto) },
    received: { ...givenFirst, first: givenFirst.first.map(toFieldDto) },
    withheld: keepFirst(withheld, MAX_STEPS),
  };
}
