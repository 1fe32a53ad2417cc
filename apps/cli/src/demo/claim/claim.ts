import { DAY_MILLISECONDS, HOUR_MILLISECONDS } from "../calendar";
import { base62Id } from "../identifier";
import type { Random } from "../random";
import { fill } from "../template";
import { HOME_LOSSES } from "./home-losses";
import type { Damage, Line, Loss } from "./loss";
import { MOTOR_LOSSES } from "./motor-losses";
import {
  FIRST_NAMES,
  HANDLERS,
  HOMES,
  LAST_NAMES,
  OCCUPATIONS,
  OTHER_VEHICLES,
  ROADS,
  TOWNS,
  VEHICLES,
} from "./people";

export interface DamageLine {
  item: string;
  action: Damage[1];
  /** In pounds. */
  low: number;
  likely: number;
  high: number;
}

export type Severity = "minor" | "moderate" | "major";
export type RiskLevel = "low" | "medium" | "high";

/**
 * The facts of one claim. Every agent's output is made from them, so that what the agents say fits together.
 */
export interface Claim {
  claimId: string;
  policyId: string;
  line: Line;
  loss: Loss;
  /** For people: "CLM-26-104417: rear-end collision on the A64 near Tadcaster". */
  title: string;
  customer: { name: string; email: string; phone: string; occupation: string; since: number };
  handler: string;
  channel: "web form" | "telephone" | "broker";
  place: string;
  /** ISO 8601, UTC. */
  occurredAt: string;
  reportedAt: string;
  insured: { what: string; year: number; reference: string; value: number };
  statement: string;
  answers: string[];
  findings: string[];
  damages: DamageLine[];
  complications: string[];
  doubts: string[];
  severity: Severity;
  risk: RiskLevel;
  /** Up to 10, one decimal. */
  complexity: number;
  /** 0 to 1, two decimals. */
  fraudScore: number;
  excess: number;
}

/** Draws the facts of a claim that is handled at `milliseconds` (since 1970). */
export function drawClaim(random: Random, milliseconds: number): Claim {
  const line = random.isLucky(0.58) ? "motor" : "home";
  const loss = random.pick(line === "motor" ? MOTOR_LOSSES : HOME_LOSSES);
  const reported = milliseconds - random.integer(2, 90) * 60_000;
  const occurred =
    reported - random.integer(1, 9) * DAY_MILLISECONDS + random.integer(-8, 8) * HOUR_MILLISECONDS;
  const place = random.pick(loss.where === "road" ? ROADS : TOWNS);
  const insured = line === "motor" ? drawVehicle(random) : drawHome(random);
  const damages = drawDamages(random, loss);
  const complications = random.sample(loss.complications, random.integer(1, 3));
  const risk = drawRisk(random);
  const claimId = `CLM-${new Date(milliseconds).toISOString().slice(2, 4)}-${random.integer(100_000, 199_999)}`;
  return {
    claimId,
    policyId: `${line === "motor" ? "MOT" : "HOM"}-${random.integer(1_000_000, 9_999_999)}`,
    line,
    loss,
    title: `${claimId}: ${loss.phrase} ${loss.where === "road" ? "on" : "in"} ${place}`,
    customer: drawCustomer(random),
    handler: random.pick(HANDLERS),
    channel: random.pick(["web form", "telephone", "broker"]),
    place,
    occurredAt: new Date(occurred).toISOString(),
    reportedAt: new Date(reported).toISOString(),
    insured,
    statement: fill(random.pick(loss.narratives), {
      place,
      hour: new Date(occurred).toISOString().slice(11, 16),
      insured: insured.what,
      other: random.pick(OTHER_VEHICLES),
    }),
    answers: random.sample(loss.answers, 2),
    findings: random.sample(loss.findings, random.integer(3, 5)),
    damages,
    complications,
    doubts: random.sample(loss.doubts, { low: 1, medium: 2, high: 4 }[risk]),
    severity: severityOf(damages, complications),
    risk,
    complexity: (14 + damages.length * 7 + complications.length * 10 + random.integer(0, 9)) / 10,
    fraudScore: random.integer(...FRAUD_SCORES[risk]) / 100,
    excess: random.pick([150, 250, 350, 500]),
  };
}

/** The sum of a claim's damages, in pounds. */
export function costOf(claim: Pick<Claim, "damages">, measure: "low" | "likely" | "high"): number {
  return claim.damages.reduce((sum, damage) => sum + damage[measure], 0);
}

const FRAUD_SCORES: Record<RiskLevel, [number, number]> = { low: [4, 27], medium: [38, 61], high: [68, 91] };

function drawRisk(random: Random): RiskLevel {
  if (random.isLucky(0.68)) return "low";
  return random.isLucky(0.7) ? "medium" : "high";
}

function severityOf(damages: readonly DamageLine[], complications: readonly string[]): Severity {
  const cost = costOf({ damages: [...damages] }, "likely");
  if (cost > 6_000) return "major";
  return cost > 2_200 || complications.length === 3 ? "moderate" : "minor";
}

function drawDamages(random: Random, loss: Loss): DamageLine[] {
  const count = random.integer(Math.min(3, loss.damages.length), Math.min(7, loss.damages.length));
  return random.sample(loss.damages, count).map(([item, action, low, high]) => {
    const likely = random.integer(low, high);
    return { item, action, low: roundTo(10, likely * 0.86), likely, high: roundTo(10, likely * 1.19) };
  });
}

function roundTo(step: number, value: number): number {
  return Math.round(value / step) * step;
}

function drawCustomer(random: Random): Claim["customer"] {
  const first = random.pick(FIRST_NAMES);
  const last = random.pick(LAST_NAMES);
  const mailbox = `${first}.${last}`
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/[^a-z.]/g, "");
  return {
    name: `${first} ${last}`,
    email: `${mailbox}@example.com`,
    // The range that Ofcom keeps free for drama: no such number is ever given out.
    phone: `07700 900${random.integer(100, 999)}`,
    occupation: random.pick(OCCUPATIONS),
    since: random.integer(2009, 2025),
  };
}

function drawVehicle(random: Random): Claim["insured"] {
  const [what, from, to, priceNew] = random.pick(VEHICLES);
  const year = random.integer(from, to);
  const value = roundTo(50, priceNew * 0.86 ** (to - year + 1));
  const letters = base62Id(random, 24)
    .replaceAll(/[^A-Z]/g, "")
    .padEnd(5, "K");
  const plate = `${letters.slice(0, 2)}${String(year).slice(2)} ${letters.slice(2, 5)}`;
  return { what, year, reference: plate, value };
}

function drawHome(random: Random): Claim["insured"] {
  const [what, from, to, rebuildCost] = random.pick(HOMES);
  const reference = `UPRN ${random.integer(10_000_000, 99_999_999)}`;
  return { what, year: random.integer(from, to), reference, value: roundTo(1_000, rebuildCost * 1.08) };
}
