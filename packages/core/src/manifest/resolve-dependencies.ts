import { groupBy } from "../group-by";
import { parseTimestamp } from "../session/timestamp";
import { contentWords, countShared } from "./content-words";
import { ARTIFACT_TYPES } from "./manifest";
import { type ManifestView, viewManifest } from "./manifest-view";

/** A manifest among others of its workflow, or of its project. */
export interface WorkflowManifest {
  /** Identifies the manifest, for example its path. */
  readonly id: string;
  /** Parsed JSON, possibly invalid. */
  readonly document: unknown;
}

/** An entry of `dependencies_satisfied`: `agent: requirement`, or `agent plan: requirement`. */
export interface Dependency {
  readonly agent: string;
  /** Text between the agent and the colon: an artifact type, or a part of one; "" if empty. */
  readonly part: string;
  readonly requirement: string;
}

export interface ResolvedDependency extends Dependency {
  readonly manifestId: string;
  /** Its position in `dependencies_satisfied`. */
  readonly index: number;
  /** The earlier manifest that it names; null without one from that agent. */
  readonly resolvedTo: string | null;
}

/** A constraint of a research manifest that no later manifest names. */
export interface UncoveredConstraint {
  readonly manifestId: string;
  /** Its position in `summary.constraints`. */
  readonly index: number;
  readonly constraint: string;
}

export interface DependencyGraph {
  readonly dependencies: ResolvedDependency[];
  readonly uncovered: UncoveredConstraint[];
}

const AGENT = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/** Parses an entry of `dependencies_satisfied`; null if it is not `agent: requirement`. */
export function readDependency(text: string): Dependency | null {
  const colon = text.indexOf(":");
  const [agent = "", ...part] = text.slice(0, Math.max(colon, 0)).trim().split(/\s+/);
  const requirement = text.slice(colon + 1).trim();
  return colon < 0 || !AGENT.test(agent) || requirement === ""
    ? null
    : { agent, part: part.join(" "), requirement };
}

/**
 * Resolves each dependency of each manifest to an earlier one, along research → plan → implementation.
 * Earlier means an earlier `timestamp`, or at equal times an earlier type. Of several by the same agent,
 * selects the type that the entry names, then the most shared words, then the latest.
 *
 * A constraint counts as named if a dependency on its manifest shares two word stems with it, or one if
 * either has at most two.
 *
 * @param manifests in any order.
 */
export function resolveDependencies(manifests: readonly WorkflowManifest[]): DependencyGraph {
  const ordered = manifests.map(toStep).sort((a, b) => a.time - b.time || a.stage - b.stage);
  const budget = { left: MAX_COMPARISONS };
  const earlierByAgent = new Map<string, Step[]>();
  const dependencies = ordered.flatMap((step) => {
    const resolved = resolveStep(step, earlierByAgent, budget);
    const agent = step.view.from_agent ?? "";
    const ofAgent = earlierByAgent.get(agent);
    if (ofAgent) ofAgent.push(step);
    else earlierByAgent.set(agent, [step]);
    return resolved;
  });
  const named = groupBy(dependencies, (dependency) => dependency.resolvedTo);
  return {
    dependencies,
    uncovered: ordered.flatMap((step) => findUncovered(step, named.get(step.id) ?? [], budget)),
  };
}

/**
 * Maximum pairs of texts to compare. Workflows of some hundred manifests need far fewer; beyond the limit,
 * the latest manifest of an agent counts as named, and no constraint as missing.
 */
const MAX_COMPARISONS = 100_000;
/** Texts with more words are compared in several parts, because a requirement is one line. */
const WORDS_AT_ONCE = 40;
/**
 * Maximum characters to compare for a summary with its decisions, and for a requirement or constraint. Most
 * have fewer.
 */
const [MAX_SUMMARY, MAX_REQUIREMENT] = [12_000, 4_000];

interface Step {
  id: string;
  view: ManifestView;
  /** Milliseconds since 1970; the maximum if the manifest has no time. */
  time: number;
  stage: number;
  words: ReadonlySet<string>;
}

function toStep({ id, document }: WorkflowManifest): Step {
  const view = viewManifest(document);
  const time = parseTimestamp(view.timestamp, Number.POSITIVE_INFINITY);
  return {
    id,
    view,
    time: time.ok ? time.milliseconds : Number.MAX_SAFE_INTEGER,
    stage: view.artifact_type === null ? ARTIFACT_TYPES.length : ARTIFACT_TYPES.indexOf(view.artifact_type),
    words: contentWords(JSON.stringify([view.summary, view.key_decisions]).slice(0, MAX_SUMMARY)),
  };
}

interface Budget {
  left: number;
}

/** Returns the cost of comparing words, in comparisons. */
function weigh(words: ReadonlySet<string>): number {
  return 1 + Math.floor(words.size / WORDS_AT_ONCE);
}

/** Returns the words of a requirement or constraint. */
function wordsOf(line: string): ReadonlySet<string> {
  return contentWords(line.slice(0, MAX_REQUIREMENT));
}

function resolveStep(
  { id, view }: Step,
  earlierByAgent: ReadonlyMap<string, readonly Step[]>,
  budget: Budget,
): ResolvedDependency[] {
  return view.dependencies_satisfied.flatMap((text, index) => {
    const dependency = text === null ? null : readDependency(text);
    if (!dependency) return [];
    const named = findNamed(dependency, earlierByAgent.get(dependency.agent) ?? [], budget);
    return [{ ...dependency, manifestId: id, index, resolvedTo: named?.id ?? null }];
  });
}

/** @param earlier those of the agent that it names. */
function findNamed(
  { part, requirement }: Dependency,
  earlier: readonly Step[],
  budget: Budget,
): Step | undefined {
  if (earlier.length < 2 || budget.left < 0) return earlier.at(-1);
  const words = wordsOf(requirement);
  budget.left -= earlier.length * weigh(words);
  if (budget.left < 0) return earlier.at(-1);
  const type = part.toLowerCase();
  return earlier
    .map((step, position) => ({
      step,
      position,
      isOfType: step.view.artifact_type === type,
      shared: countShared(words, step.words),
    }))
    .sort(
      (a, b) => Number(b.isOfType) - Number(a.isOfType) || b.shared - a.shared || b.position - a.position,
    )[0]?.step;
}

function findUncovered(
  { id, view }: Step,
  dependencies: readonly ResolvedDependency[],
  budget: Budget,
): UncoveredConstraint[] {
  const constraints = view.artifact_type === "research" ? view.summary.constraints : [];
  if (!Array.isArray(constraints) || budget.left < 0) return [];
  const named = dependencies.map(({ requirement }) => wordsOf(requirement));
  return constraints.flatMap((constraint: unknown, index) => {
    if (typeof constraint !== "string" || constraint.trim() === "" || budget.left < 0) return [];
    const words = wordsOf(constraint);
    budget.left -= named.length * weigh(words);
    const isNamed = named.some(
      (others) => countShared(words, others) >= Math.min(2, words.size, others.size),
    );
    return isNamed ? [] : [{ manifestId: id, index, constraint }];
  });
}
