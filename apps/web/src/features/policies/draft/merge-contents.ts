import { isObject } from "@baton/core/internal";
import { POLICY_SECTION, switchSetting } from "@baton/core/policy";
import { type MergeConflict, type MergeSide, mergePolicies } from "@baton/server/policy";
import type { DraftContent } from "./draft-content";

/** Result of merging two contents with the same origin. */
interface MergedContent {
  readonly content: DraftContent;
  /** All conflicting changes, including those that `choices` resolves. */
  readonly conflicts: readonly MergeConflict[];
}

interface Versions<Value> {
  readonly base: Value;
  readonly mine: Value;
  readonly theirs: Value;
}

/** Settings of a content outside its section, as conflicts name them. */
const SWITCH = "handoff control";
const REST = "rest of the file";

/**
 * Merges two users' edits of the same content: rules and settings as {@link mergePolicies} does, the
 * switch, and the rest of the document. A change by one side is kept; if both sides changed the same item,
 * the other user's wins unless `choices` says otherwise, and the conflict is listed.
 */
export function mergeContents(
  versions: Versions<DraftContent>,
  choices: ReadonlyMap<string, MergeSide> = new Map(),
): MergedContent {
  const ofEach = <Value>(read: (content: DraftContent) => Value): Versions<Value> => ({
    base: read(versions.base),
    mine: read(versions.mine),
    theirs: read(versions.theirs),
  });
  const merged = mergePolicies(
    ofEach(({ section }) => section),
    choices,
  );
  const conflicts = [...merged.conflicts];
  const sideOf = (field: string, { base, mine, theirs }: Versions<string>): MergeSide => {
    if (mine === theirs || mine === base) return "theirs";
    if (theirs === base) return "mine";
    const key = JSON.stringify([null, field]);
    conflicts.push({ key, ruleId: null, field, base, mine, theirs });
    return choices.get(key) ?? "theirs";
  };
  const { policySwitch } =
    versions[
      sideOf(
        SWITCH,
        ofEach((content) => switchSetting(content.policySwitch)),
      )
    ];
  const { document } =
    versions[
      sideOf(
        REST,
        ofEach((content) => restOf(content.document)),
      )
    ];
  return { content: { document, section: merged.section, policySwitch }, conflicts };
}

/** Returns the document without the section, as JSON. */
function restOf(document: string): string {
  const whole: unknown = document === "" ? {} : JSON.parse(document);
  const rest = withoutSection(whole);
  const policies = withoutSection(rest.policies);
  return JSON.stringify({ ...rest, policies: Object.keys(policies).length > 0 ? policies : undefined });
}

function withoutSection(value: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(value)) return {};
  const { [POLICY_SECTION]: _, ...rest } = value;
  return rest;
}
