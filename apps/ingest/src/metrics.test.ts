import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { Metrics } from "./metrics";

const read = (path: string) => readFileSync(new URL(`../../../deploy/${path}`, import.meta.url), "utf8");

const Rules = z.object({
  groups: z.array(
    z.object({
      name: z.string(),
      rules: z
        .array(
          z.object({
            alert: z.string().regex(/^Baton[A-Z]\w+$/),
            expr: z.string(),
            for: z
              .string()
              .regex(/^\d+[smh]$/)
              .optional(),
            labels: z.object({ severity: z.enum(["warning", "critical"]) }),
            annotations: z.object({ summary: z.string(), description: z.string() }),
          }),
        )
        .min(1),
    }),
  ),
});

const Dashboard = z.object({
  title: z.string(),
  uid: z.string(),
  panels: z
    .array(
      z.object({
        id: z.number(),
        title: z.string(),
        targets: z.array(z.object({ expr: z.string(), refId: z.string() })).min(1),
      }),
    )
    .min(1),
});

/** Labels that Prometheus adds to series. */
const OF_PROMETHEUS = ["job", "instance", "le"];

/** Returns every series of ingest with its labels. */
async function listSeries(): Promise<Map<string, Set<string>>> {
  const metrics = new Metrics();
  metrics.measure({
    lags: () => [{ workspaceId: "w", sourceId: 1, bytes: 1, seconds: 1 }],
    load: () => ({ openCount: 1, heldBytes: 1 }),
  });
  metrics.countRequest("/v1/events", 200, 0.1);
  const { text } = await metrics.render();
  const series = new Map([["up", new Set<string>()]]);
  for (const [, name = "", labels = ""] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const names = [...labels.matchAll(/(\w+)="/g)].flatMap(([, label]) => label ?? []);
    series.set(name, new Set(names));
  }
  return series;
}

/** Returns series and labels in an expression that ingest does not have, and unbalanced brackets. */
function findFaults(expr: string, series: Map<string, Set<string>>): string[] {
  const names = [...expr.matchAll(/\b(up|baton_\w+)\b/g)].flatMap(([, name]) => name ?? []);
  const known = new Set([...OF_PROMETHEUS, ...names.flatMap((name) => [...(series.get(name) ?? [])])]);
  const labels = [...expr.matchAll(/(?:by \(([^)]*)\)|\{([^}]*)\})/g)].flatMap(
    ([, by = "", selector = ""]) => [
      ...(by === "" ? [] : by.split(/,\s*/)),
      ...[...selector.matchAll(/(\w+)\s*[=!]/g)].flatMap(([, label]) => label ?? []),
    ],
  );
  const count = (character: string) => expr.split(character).length;
  return [
    ...(names.length > 0 ? [] : ["names nothing"]),
    ...names.filter((name) => !series.has(name)).map((name) => `there is no ${name}`),
    ...labels.filter((label) => !known.has(label)).map((label) => `nothing has the label ${label}`),
    ...(count("(") === count(")") && count("{") === count("}") ? [] : ["a bracket stays open"]),
  ];
}

describe("the monitoring templates", () => {
  it("have valid Prometheus rules over existing series", async () => {
    const series = await listSeries();
    const { groups } = Rules.parse(parse(read("prometheus/rules.yml")));
    const rules = groups.flatMap((group) => group.rules);
    expect(rules.flatMap(({ expr }) => findFaults(expr, series))).toEqual([]);
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  });

  it("have a Grafana dashboard that shows all series", async () => {
    const series = await listSeries();
    const { panels } = Dashboard.parse(JSON.parse(read("grafana/ingest.json")));
    const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    expect(expressions.flatMap((expr) => findFaults(expr, series))).toEqual([]);
    const shown = expressions.join("\n");
    const families = [...series.keys()].map((name) => name.replace(/_(?:bucket|sum|count)$/, ""));
    expect(families.filter((family) => !shown.includes(family))).toEqual([]);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  });

  it.each([
    ["sum(baton_ingest_lag_hours)", "there is no baton_ingest_lag_hours"],
    ["max by (team) (baton_ingest_lag_seconds)", "nothing has the label team"],
    ['sum(baton_ingest_http_requests_total{status="200"})', "nothing has the label status"],
    ["sum(baton_ingest_lines_total", "a bracket stays open"],
    ["vector(1)", "names nothing"],
  ])("would fail this test with the expression %s", async (expr, fault) => {
    expect(findFaults(expr, await listSeries())).toEqual([fault]);
  });
});
