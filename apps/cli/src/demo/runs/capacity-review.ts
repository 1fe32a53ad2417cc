import { artifactDirectory } from "@baton/core";
import { compactArtifact } from "@baton/core/artifact-compaction";
import type { Random } from "../random";
import type { SampleFile } from "../sample-file";
import { fill } from "../template";
import { type MeasuredRoute, measureCapacity } from "./capacity-measurements";

const AGENT = "systems-architect";
const SCOPE = "Capacity of the claims service";

const REVIEW = `# Capacity of the claims service, week {week}

## Executive summary

The claims service took {requests} requests a minute at its peak and answered 95 % of them within {latency} ms. One instance
of {instances} could be lost without a customer noticing. The document store is what fills first.

## Key findings

- Reading a claim with its documents takes {share} % of the time of all requests, and most of it waits for the document store.
- The pool of {pool} database connections was empty for {seconds} seconds on the busiest day.
- Retries of the payment gateway come in bursts, since every client waits the same time before it tries again.
- {finding}

## How it was measured

Figures are of the five working days of the week, from the load balancer and from the traces of one request in a hundred. Weekends are
left out, since batch imports run then and nobody waits for them. The peak is the busiest minute of the week, on {day} between nine
and ten, when brokers send in what was reported over night. Latency was taken at the edge, so that it holds what a
customer sees, and not what the service thinks of itself.

## Constraints

- A claim must be readable within 300 ms for nine out of ten customers.
- No document may be stored outside of the European Union.
- The service must run with one instance fewer than planned at any time.

## Risks

- The document store reaches its limit of connections at about {limit} requests a minute.
- A restart of all instances at once empties the cache, and the database does not hold that load.

## Recommendation

Give the document store a pool of its own, spread retries over time, and warm the cache before an instance takes traffic. The first of
these can be done without a release. The second needs a new version of the client, which partners take over within a month. The
third is a change of the deployment alone.

## Detail by route

| route | requests a minute | 95 % within | share of errors |
|---|---|---|---|
{detail}
`;

const FINDINGS = [
  "The nightly export runs into the morning peak when more than 9,000 claims changed.",
  "Thumbnails are made anew on each request, as the cache in front of them keeps none.",
  "Three of the slowest queries lack an index on the policy number.",
  "Half of the log volume is one debug line of the rating client.",
] as const;

function describeRoute({ route, share, latency, failing }: MeasuredRoute, requests: number): string {
  return `| ${route} | ${Math.round(requests * share)} | ${latency} ms | ${(100 * failing).toFixed(2)} % |`;
}

/**
 * One run of a weekly review: its document, what was measured, the manifest that compaction made of both, and
 * where each text of that comes from.
 */
export function capacityReview(random: Random, { week, at }: { week: number; at: number }): SampleFile[] {
  const timestamp = new Date(at).toISOString();
  const requests = random.integer(1_900, 2_700);
  const latency = random.integer(180, 290);
  const routes: readonly MeasuredRoute[] = [
    { route: "GET /claims/:id", share: 0.55, latency: latency - 20, failing: 0.0002 },
    { route: "POST /claims", share: 0.12, latency: latency + 35, failing: 0.0011 },
    { route: "GET /claims/:id/documents", share: 0.24, latency: latency + 160, failing: 0.0034 },
    { route: "POST /claims/:id/payment", share: 0.09, latency: latency + 90, failing: 0.0027 },
  ];
  const review = fill(REVIEW, {
    week,
    requests,
    latency,
    instances: 6,
    pool: 40,
    day: random.pick(["Monday", "Tuesday"]),
    share: random.integer(38, 52),
    seconds: random.integer(11, 74),
    limit: random.integer(3_100, 3_600),
    finding: random.pick(FINDINGS),
    detail: routes.map((route) => describeRoute(route, requests)).join("\n"),
  });
  const measurements = measureCapacity(random, { requests, routes });
  const { manifest, sources } = compactArtifact({
    agent: AGENT,
    type: "research",
    scope: SCOPE,
    timestamp,
    toAgents: ["infrastructure-specialist"],
    files: [
      { path: "review.md", text: review },
      { path: "measurements.csv", text: measurements },
    ],
  });
  if (!manifest) throw new RangeError("a review of a page fits a manifest");
  const folder = artifactDirectory({ agent: AGENT, timestamp, scope: SCOPE });
  return [
    { path: `${folder}review.md`, content: review },
    { path: `${folder}measurements.csv`, content: measurements },
    { path: `${folder}manifest.sources.json`, content: `${JSON.stringify(sources, null, 2)}\n` },
    { path: `${folder}manifest.json`, content: `${JSON.stringify(manifest, null, 2)}\n` },
  ];
}
