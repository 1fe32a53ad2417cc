import type { Finding } from "../../finding";
import { countSentences } from "../compact/sentences";
import type { ArtifactType } from "../manifest";
import { type ManifestFindingCode, manifestFinding } from "../manifest-finding";
import type { ManifestView } from "../manifest-view";
import type { Check, CheckContext } from "./check";

/** The part of a {@link CheckContext} that decides about the agent. */
export type AgentToCheck = Pick<CheckContext, "agents"> & {
  readonly view: Pick<ManifestView, "from_agent">;
};

export const checkAgent = ({ view: { from_agent }, agents }: AgentToCheck): Finding[] =>
  from_agent === null || agents.has(from_agent)
    ? []
    : [
        manifestFinding(
          "unknown_agent",
          ["from_agent"],
          `\`${from_agent}\` is not in the registry of agents`,
        ),
      ];

/** A part that the next agent cannot do without. */
interface RequiredPart {
  code: ManifestFindingCode;
  place: string[];
  what: string;
  read: (view: ManifestView) => unknown;
}

const REQUIRED_PARTS: Record<ArtifactType, RequiredPart[]> = {
  research: [
    inSummary("missing_key_insights", "key_insights", "insights"),
    inSummary("missing_constraints", "constraints", "constraints"),
  ],
  plan: [
    inSummary("missing_strategy", "strategy", "strategy"),
    atTop("missing_key_decisions", "key_decisions", "decisions"),
  ],
  implementation: [
    atTop("missing_files_created", "files_created", "files that were written"),
    atTop("missing_dependencies", "dependencies_satisfied", "requirements that it meets"),
  ],
  handoff: [],
};

const SUMMARY: RequiredPart = {
  code: "missing_summary",
  place: ["summary"],
  what: "summary",
  read: ({ summary }) => summary,
};

/** Required content by artifact type; absent, empty and blank are the same. */
export const checkCompleteness: Check = ({ view }) =>
  [SUMMARY, ...REQUIRED_PARTS[view.artifact_type ?? "handoff"]]
    .filter((part) => isBlank(part.read(view)))
    .map(({ code, place, what }) => manifestFinding(code, place, missing(what, view.artifact_type)));

/** Schemas cannot count sentences, so these limits are checked separately. */
const SENTENCE_LIMITS: Record<ArtifactType, { key: string; limit: number } | null> = {
  research: { key: "system_overview", limit: 3 },
  plan: { key: "strategy", limit: 1 },
  implementation: null,
  handoff: null,
};

export const checkSentences: Check = ({ view: { artifact_type, summary } }) => {
  const limited = SENTENCE_LIMITS[artifact_type ?? "handoff"];
  const text = limited ? summary[limited.key] : null;
  if (!limited || typeof text !== "string") return [];
  const count = countSentences(text);
  if (count <= limited.limit) return [];
  const message = `the text has ${count} sentences, at most ${limited.limit} fit`;
  return [manifestFinding("schema", ["summary", limited.key], message)];
};

function missing(what: string, type: ArtifactType | null): string {
  return `the ${type === null || type === "handoff" ? "manifest" : type} names no ${what}`;
}

function inSummary(code: ManifestFindingCode, key: string, what: string): RequiredPart {
  return { code, place: ["summary", key], what, read: ({ summary }) => summary[key] };
}

function atTop(
  code: ManifestFindingCode,
  key: "key_decisions" | "files_created" | "dependencies_satisfied",
  what: string,
): RequiredPart {
  return { code, place: [key], what, read: (view) => view[key] };
}

function isBlank(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === "string") return value.trim() === "";
  if (Array.isArray(value)) return value.every(isBlank);
  return typeof value === "object" && Object.keys(value).length === 0;
}
