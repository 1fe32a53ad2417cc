import type { ChartPoint, ChartSeries } from "@baton/ui/charts/series";
import type { RouterOutputs } from "@/server/root";
import { sumBy, toPoints } from "./points";

type Errors = RouterOutputs["savings"]["errors"];

const KINDS = ["manifests", "tasks"] as const;

/** Validated kinds, which share some codes. */
type Validated = (typeof KINDS)[number];

interface ErrorCode {
  id: string;
  kind: Validated;
  code: string;
  /** Number of manifests or tasks with this code. */
  value: number;
}

/** Counts the failures of each code. */
export function countByCode(errors: Pick<Errors, Validated>): ErrorCode[] {
  return KINDS.flatMap((kind) => {
    const codes = [...new Set(errors[kind].map(({ code }) => code))];
    return codes.map((code) => ({
      id: `${kind} ${code}`,
      kind,
      code,
      value: sumBy(
        errors[kind].filter((row) => row.code === code),
        ({ count }) => count,
      ),
    }));
  }).sort((a, b) => b.value - a.value || (a.id < b.id ? -1 : 1));
}

/**
 * Computes the failures of each bucket by code: zero if everything validated passed, a gap if nothing was
 * validated.
 * @param validated the buckets with validations.
 */
export function errorSeries(
  errors: Pick<Errors, Validated>,
  buckets: readonly string[],
  validated: ReadonlySet<string>,
): { series: ChartSeries[]; points: ChartPoint[] } {
  const codes = countByCode(errors);
  const rows = KINDS.flatMap((kind) => errors[kind].map((row) => ({ ...row, id: `${kind} ${row.code}` })));
  const none = Object.fromEntries(codes.map(({ id }) => [id, 0]));
  return {
    series: codes.map(({ id, code, kind }) => ({ id, label: `${code}, ${kind}` })),
    points: toPoints(buckets, rows, (own) => ({
      ...none,
      ...Object.fromEntries(own.map(({ id, count }) => [id, count])),
    })).map((point) =>
      point.values === null && validated.has(point.key) ? { ...point, values: none } : point,
    ),
  };
}
