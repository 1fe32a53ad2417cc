import { type CompiledPolicy, type ContentFinding, checkText } from "@baton/core";
import { findHandoffText, nameOfKey, pathOfKey } from "@baton/core/internal";

/** A handoff of a stored line. */
interface StoredHandoff {
  readonly eventId: string;
  readonly kind: string;
  readonly fromAgent: string;
  readonly toAgent: string;
  readonly scopingState: string | null;
}

/** A line as stored: masked. */
export interface StoredLine<Handoff extends StoredHandoff = StoredHandoff> {
  readonly eventType: string;
  readonly text: string;
  readonly handoffs: readonly Handoff[];
}

/** A document as stored: masked. */
interface StoredDocument {
  readonly text: string;
  /** Null if it is unknown. */
  readonly from: string | null;
  /** Empty if they are unknown. */
  readonly to: readonly string[];
}

/** Matches of a content rule in a stored text; the handoff that passed the text on, or null. */
interface ObservedFinding<Handoff extends StoredHandoff = StoredHandoff> {
  readonly handoff: Handoff | null;
  readonly finding: ContentFinding;
}

/** Baton's own events: they describe texts, and contain policies. */
const OWN_EVENTS = new Set(["context_handoff", "handoff_decision", "handoff_return", "policy_seen"]);
/** Keys of values that no agent reads, such as times and IDs, which look like numbers of cards. */
const METADATA = /^(?:.*_)?(?:id|uuid)$|Id$|UnixNano$|^(?:timestamp|signature|version|cwd)$/;
/** A number with at least this many characters is searched like a text. */
const MIN_NUMBER = 9;
/** Outlines leave this part of a path out. */
const OUTPUTS = /^prior_outputs\./;
/** Findings of one text; the first ones stay. */
const MAX_FINDINGS = 500;
const MAX_PATH_LENGTH = 1_000;

/**
 * Finds what content rules match in the strings of a line, each different string once. A string that belongs to no
 * handoff meets only the rules for any sender and receiver. A handoff document is one text.
 *
 * @param policy result of `compileForStored`.
 */
export function observeLine<Handoff extends StoredHandoff>(
  policy: CompiledPolicy,
  { eventType, text, handoffs }: StoredLine<Handoff>,
): ObservedFinding<Handoff>[] {
  if (policy.contentRules.length === 0 || OWN_EVENTS.has(eventType)) return [];
  const found = new Findings<Handoff>(policy);
  const json = parseOrNull(text);
  const [succession] = handoffs;
  if (json === null && succession?.kind === "succession") {
    found.search(text, "", succession);
    return found.list();
  }
  const texts = handoffs.map((handoff) => ({ handoff, passed: findHandoffText(json, handoff.eventId) }));
  const [only] = texts;
  const ownerOf = (leaf: string) => {
    if (texts.length === 1 && only?.passed === null && only.handoff.kind !== "succession")
      return only.handoff;
    const owner = texts.find(({ passed }) => passed && (passed.includes(leaf) || leaf.includes(passed)));
    return owner?.handoff ?? null;
  };
  const seen = new Set<string>();
  for (const { value, path, key } of leavesOf(json)) {
    if (typeof value !== "string" || METADATA.test(key) || seen.has(value)) continue;
    seen.add(value);
    found.search(value, path, ownerOf(value));
  }
  return found.list();
}

/**
 * Finds what content rules match in the strings of a JSON document or in another text, each different string
 * once. An unknown agent meets only the rules for any.
 *
 * @param policy result of `compileForStored`.
 */
export function observeDocument(
  policy: CompiledPolicy,
  { text, from, to }: StoredDocument,
): ContentFinding[] {
  if (policy.contentRules.length === 0) return [];
  const json = parseOrNull(text);
  const leaves =
    typeof json === "object" && json !== null ? leavesOf(json) : [{ value: text, path: "", key: "" }];
  const found = new Findings(policy);
  const seen = new Set<string | number>();
  for (const { value, path, key } of leaves) {
    if (typeof value !== "string" || METADATA.test(key) || seen.has(value)) continue;
    seen.add(value);
    const matches = (to.length > 0 ? to : [""]).flatMap(
      (receiver) => checkText(policy, { from: from ?? "", to: receiver, text: value }).findings,
    );
    // A rule finds the same for each receiver.
    for (const finding of new Map(matches.map((each) => [each.rule_id, each])).values())
      found.add(finding, path, null);
  }
  return found.list().map(({ finding }) => finding);
}

/**
 * Finds what content rules match in a captured context: in what the receiver got.
 *
 * @param policy result of `compileForStored`.
 * @param content JSON `{ "before", "after" }`.
 */
export function observeContext<Handoff extends StoredHandoff>(
  policy: CompiledPolicy,
  content: string,
  handoff: Handoff,
): ObservedFinding<Handoff>[] {
  if (policy.contentRules.length === 0) return [];
  const captured = parseOrNull(content);
  const isEnforced = handoff.scopingState !== null && handoff.scopingState !== "observed";
  const side = isEnforced ? "after" : "before";
  const passed =
    typeof captured === "object" && captured !== null ? new Map(Object.entries(captured)).get(side) : null;
  const found = new Findings<Handoff>(policy);
  for (const { value, path } of leavesOf(passed)) {
    const text = String(value);
    if (typeof value === "string" || text.length >= MIN_NUMBER)
      found.search(text, path.replace(OUTPUTS, ""), handoff);
  }
  return found.list();
}

class Findings<Handoff extends StoredHandoff> {
  readonly #policy: CompiledPolicy;
  readonly #found = new Map<string, { handoff: Handoff | null; finding: ContentFinding }>();

  constructor(policy: CompiledPolicy) {
    this.#policy = policy;
  }

  search(text: string, path: string, handoff: Handoff | null): void {
    // No agent has an empty name, so without a handoff only rules for any agent apply.
    const pair = { from: handoff?.fromAgent ?? "", to: handoff?.toAgent ?? "" };
    for (const finding of checkText(this.#policy, { ...pair, text }).findings)
      this.add(finding, path, handoff);
  }

  add(finding: ContentFinding, path: string, handoff: Handoff | null): void {
    const key = JSON.stringify([handoff?.eventId ?? null, finding.rule_id, path]);
    const known = this.#found.get(key);
    if (known) known.finding.count += finding.count;
    else if (this.#found.size < MAX_FINDINGS)
      this.#found.set(key, { handoff, finding: { ...finding, path: path.slice(0, MAX_PATH_LENGTH) } });
  }

  list(): ObservedFinding<Handoff>[] {
    return [...this.#found.values()];
  }
}

interface Leaf {
  readonly value: string | number;
  readonly path: string;
  /** The nearest key; empty without one. */
  readonly key: string;
}

/** Yields the texts and numbers of a JSON value, in order. */
function* leavesOf(json: unknown): Generator<Leaf> {
  // A list instead of a recursion, because stored lines may be nested deeply.
  const rest: { value: unknown; path: string; key: string }[] = [{ value: json, path: "", key: "" }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const { value, path, key } = next;
    if (typeof value === "string" || typeof value === "number") yield { value, path, key };
    else if (Array.isArray(value)) {
      for (let index = value.length - 1; index >= 0; index -= 1)
        rest.push({ value: value[index], path: `${path}[]`, key });
    } else if (typeof value === "object" && value !== null) {
      for (const [name, field] of Object.entries(value).reverse()) {
        const step = pathOfKey(nameOfKey(name));
        rest.push({ value: field, path: path === "" ? step.slice(1) : path + step, key: name });
      }
    }
  }
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
