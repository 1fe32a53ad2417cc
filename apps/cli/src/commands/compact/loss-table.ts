import { FACT_CLASSES, type FactClass, type LossReport } from "@baton/core/compaction";
import { formatCount, formatPercent, formatRows } from "../../output";

const NAMES: Readonly<Record<FactClass, string>> = {
  file_paths: "file paths",
  commands: "commands",
  numbers: "numbers",
  decisions: "decisions",
  instructions: "user instructions",
};

/** Maximum losses to print; `--json` has all. */
const MAX_SHOWN = 5;
const MAX_LENGTH = 100;

/** Formats a loss report: one line per class, followed by the first lost facts. */
export function describeLoss(report: LossReport): string {
  const rows = FACT_CLASSES.map((name): [string, string, string] => {
    const { total, kept, share } = report[name];
    return [
      share === null ? "–" : formatPercent(share),
      NAMES[name],
      `${formatCount(kept)} of ${formatCount(total)}`,
    ];
  });
  const gone = FACT_CLASSES.flatMap((name) => {
    const facts = report[name].gone;
    const more = facts.length > MAX_SHOWN ? [`  … and ${formatCount(facts.length - MAX_SHOWN)} more`] : [];
    const shown = facts
      .slice(0, MAX_SHOWN)
      .map((fact) => `  ${fact.replace(/\s+/g, " ").slice(0, MAX_LENGTH)}`);
    return facts.length > 0 ? [`Lost, ${NAMES[name]}:`, ...shown, ...more] : [];
  });
  return [`Kept:\n${formatRows(rows)}`, ...gone].join("\n");
}
