import { formatCount } from "@baton/ui/format/number";
import { MetricLine } from "@baton/ui/layout/key-values";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import type { RouterOutputs } from "@/server/root";
import { type HrefOfSource, type Item, ItemSources } from "./item-source";

type Document = RouterOutputs["manifests"]["get"]["document"];

const PART_LABELS: Record<string, string> = {
  system_overview: "Overview",
  key_insights: "Insights",
  constraints: "Constraints",
  risks: "Risks",
  strategy: "Strategy",
  approach: "Approach",
  files_created: "Files created",
  total_lines: "Lines",
  languages: "Languages",
  key_files: "Key files",
  key_figures: "Key numbers",
  next_actions: "Next steps",
  critical_context: "Critical context",
  current_state: "Current state",
  avoid: "To avoid",
  test_results: "Test results",
  key_decisions: "Decisions",
};

/** Shows the summary and the decisions, each with its source if compression recorded it. */
export function SummaryPanel({ document, hrefOfSource }: { document: Document; hrefOfSource: HrefOfSource }) {
  if (document === null) return null;
  const { isTooLarge, summary, keyDecisions, items, dropped, droppedByPart } = document;
  const shown = Object.entries(summary).filter(([, value]) => !isEmpty(value));
  const figures = shown.flatMap(([key, value]) =>
    typeof value === "number" ? [{ label: PART_LABELS[key] ?? key, value: formatCount(value) }] : [],
  );
  const parts = shown.filter(([, value]) => typeof value !== "number");
  const isBare = shown.length === 0 && keyDecisions.length === 0;
  const sources = groupSources(items);
  const sourcesOf = (pointer: string) => sources.get(pointer) ?? [];
  return (
    <Panel aria-label="Summary">
      <PanelHead
        title="Summary"
        note={
          items.length === 0 && !isTooLarge
            ? "text sources unknown: no manifest.sources.json in this folder"
            : undefined
        }
      />
      <PanelBody className="flex flex-col gap-4">
        {isTooLarge && <p className="text-text-2">Too large to display in parts. See Document below.</p>}
        {isBare && !isTooLarge && <p className="text-text-2">No summary and no decisions.</p>}
        {figures.length > 0 && <MetricLine items={figures} />}
        {parts.map(([key, value]) => (
          <section key={key} aria-label={PART_LABELS[key] ?? key}>
            <h3 className="mb-1">{PART_LABELS[key] ?? key}</h3>
            <PartValue
              value={value}
              pointer={`/summary/${escapePointer(key)}`}
              sourcesOf={sourcesOf}
              hrefOfSource={hrefOfSource}
            />
          </section>
        ))}
        {keyDecisions.length > 0 && (
          <section aria-label="Decisions">
            <h3 className="mb-1">Decisions</h3>
            <ol className="flex list-decimal flex-col gap-2 pl-5">
              {keyDecisions.map((decision, index) => (
                <li key={JSON.stringify(decision)}>
                  <Decision decision={decision} />
                  <ItemSources items={sourcesOf(`/key_decisions/${index}`)} hrefOfSource={hrefOfSource} />
                </li>
              ))}
            </ol>
          </section>
        )}
        {dropped.length > 0 && (
          <details>
            <summary className="cursor-pointer text-accent">
              Omitted to fit the budget: {nameParts(droppedByPart)}
            </summary>
            <ul className="mt-1.5 flex list-disc flex-col gap-1 pl-5 text-text-2">
              {dropped.map(({ path, text }) => (
                <li key={`${path} ${text}`}>
                  {text} <code className="text-sm text-text-3">{path}</code>
                </li>
              ))}
            </ul>
          </details>
        )}
      </PanelBody>
    </Panel>
  );
}

/** Names the parts of omitted texts, as in "3 constraints, 1 decision". */
function nameParts(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(
      ([part, count]) =>
        `${formatCount(count)} ${(PART_LABELS[part] ?? part.replaceAll("_", " ")).toLowerCase()}`,
    )
    .join(", ");
}

/**
 * Groups the sources by displayed item, each including those below it: `/summary/<key>`,
 * `/key_decisions/<index>`, and entries of their lists.
 */
function groupSources(items: readonly Item[]): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const [, part = "", key = "", index] = item.path.split("/", 4);
    const place = `/${part}/${key}`;
    for (const pointer of index === undefined ? [place] : [place, `${place}/${index}`]) {
      const group = groups.get(pointer);
      if (group) group.push(item);
      else groups.set(pointer, [item]);
    }
  }
  return groups;
}

function PartValue({
  value,
  pointer,
  sourcesOf,
  hrefOfSource,
}: {
  value: unknown;
  pointer: string;
  sourcesOf: (pointer: string) => Item[];
  hrefOfSource: HrefOfSource;
}) {
  if (Array.isArray(value)) {
    return (
      <ul className="flex list-disc flex-col gap-1 pl-5">
        {value.map((item, index) => (
          <li key={toText(item)}>
            {toText(item)}
            <ItemSources items={sourcesOf(`${pointer}/${index}`)} hrefOfSource={hrefOfSource} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <>
      <p>{toText(value)}</p>
      <ItemSources items={sourcesOf(pointer)} hrefOfSource={hrefOfSource} />
    </>
  );
}

function Decision({ decision }: { decision: unknown }) {
  const isObject = typeof decision === "object" && decision !== null;
  const chosen = isObject && "decision" in decision ? decision.decision : decision;
  const rationale = isObject && "rationale" in decision ? decision.rationale : null;
  return (
    <>
      <span className="font-medium">{toText(chosen)}</span>
      {typeof rationale === "string" && <span className="block text-text-2">{rationale}</span>}
    </>
  );
}

function isEmpty(value: unknown): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

function toText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

/** Escapes a key for a JSON Pointer (RFC 6901). */
function escapePointer(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
