import { artifactDirectory, compactArtifact } from "@baton/core/manifest";
import { z } from "zod";
import { DAY_MILLISECONDS, HOUR_MILLISECONDS, PERIOD_DAYS } from "./calendar";
import { Change, writeChange } from "./portal-change";
import type { Random } from "./random";
import type { StorySetting } from "./sample-data";
import { type SampleFile, toJsonFile } from "./sample-file";
import { drawFunctions, render, renderInOrder, Template } from "./template";

const DAYS_BETWEEN_RUNS = 5;
const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"];
const REVIEW = { agent: "systems-architect", scope: "Capacity of the claims service" };

/** The numbers of a review that the engine itself needs; `reviews/facts.yaml` explains them. */
const Facts = z.object({
  requests: z.number(),
  routes: z.array(
    z.object({ route: z.string(), share: z.number(), latency: z.number(), failing: z.number() }),
  ),
  share_of_peak: z.array(z.number()),
});

/** Generates the regular work of two agents: weekly reviews, and changes of a portal, some with mistakes. */
export function generateRuns(setting: StorySetting): SampleFile[] {
  const { random, today, data } = setting;
  const first = today - (PERIOD_DAYS - 2) * DAY_MILLISECONDS;
  return data.yaml("portal-changes/changes.yaml", z.array(Change)).flatMap((change, run) => {
    const day = first + run * DAYS_BETWEEN_RUNS * DAY_MILLISECONDS;
    const reviewedAt = day + random.integer(8 * 60, 10 * 60) * 60_000;
    const review = writeReview(setting, run + 1, reviewedAt);
    return [...review, ...writeChange(data, change, reviewedAt + 5 * HOUR_MILLISECONDS)];
  });
}

/** Writes a review with its measurements, and the manifest and sources created by compaction. */
function writeReview({ random, data }: StorySetting, week: number, at: number): SampleFile[] {
  const timestamp = new Date(at).toISOString();
  const base = { ...drawFunctions(random), week };
  const context = { ...base, ...renderInOrder(data.yaml("reviews/facts.yaml", Template), base) };
  const contents = {
    "review.md": render(data.text("reviews/review.md"), context, z.string()),
    "measurements.csv": measure(random, Facts.parse(context)),
  };
  const files = Object.entries(contents).map(([path, text]) => ({ path, text }));
  const toAgents = ["infrastructure-specialist"];
  const { manifest, sources } = compactArtifact({ ...REVIEW, type: "research", timestamp, toAgents, files });
  const folder = artifactDirectory({ ...REVIEW, timestamp });
  return [
    ...files.map(({ path, text }) => ({ path: `${folder}${path}`, content: text })),
    toJsonFile(`${folder}manifest.sources.json`, sources),
    toJsonFile(`${folder}manifest.json`, manifest),
  ];
}

/** Returns a CSV line for each half hour and route of five working days. */
function measure(random: Random, { requests, routes, share_of_peak }: z.infer<typeof Facts>): string {
  const halfHours = share_of_peak.flatMap((peak, hour) =>
    ["00", "30"].map((minute) => ({ time: `${String(hour).padStart(2, "0")}:${minute}`, peak })),
  );
  const lines = WEEKDAYS.flatMap((day) =>
    halfHours.flatMap(({ time, peak }) =>
      routes.map(({ route, share, latency, failing }) => {
        const perMinute = Math.round(requests * share * peak * (0.9 + random.integer(0, 20) / 100));
        const p95 = Math.round(latency * (0.55 + 0.45 * peak));
        const median = Math.round(p95 / random.pick([2.1, 2.4, 2.7]));
        const errors = Math.round(perMinute * 60 * failing);
        const connections = Math.round(40 * Math.min(1, peak * 1.05));
        return [day, time, route, perMinute, median, p95, errors, connections].join(",");
      }),
    ),
  );
  return `day,time,route,requests_per_minute,median_ms,p95_ms,errors,connections\n${lines.join("\n")}\n`;
}
