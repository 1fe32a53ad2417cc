import { mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { apiUrl } from "../../api-url";
import { MANIFEST_REVIEWS, type ManifestReview } from "../../manifest/evaluate-gate";
import type { GateRun } from "../gate-server";
import { replaceFile } from "../replace-whole";
import { describeNoResponse } from "./describe-no-response";
import { describeRefusal } from "./describe-refusal";

/** In milliseconds. */
const ANSWER_LIMIT = 5_000;

const Answer = z.looseObject({ review: z.enum(MANIFEST_REVIEWS) });

/** A server that records gate runs. */
export interface GateRunOptions {
  /** The address of the server: `http://127.0.0.1:3000`. */
  readonly server: string;
  /** A key with the scope `evaluate`. */
  readonly key: string;
  /** File of the saved policy; the last known review of each manifest is saved in a folder next to it. */
  readonly savedAt: string;
}

/** The review of a manifest; `problem` is the reason if the run was not recorded. */
export interface ReportedRun {
  readonly review: ManifestReview;
  readonly problem: string | null;
}

/**
 * Records a run of the gate on a server. If the server does not respond, returns the review that it reported last
 * for the same manifest, else `unknown`. Never throws.
 */
export async function reportGateRun(options: GateRunOptions, run: GateRun): Promise<ReportedRun> {
  const saved = join(`${options.savedAt}.reviews`, `${run.sha256}.json`);
  try {
    const review = await ask(options, run);
    await mkdir(dirname(saved), { recursive: true });
    await replaceFile(saved, JSON.stringify({ review }));
    return { review, problem: null };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { review: await readSavedReview(saved), problem };
  }
}

async function ask({ server, key }: GateRunOptions, run: GateRun): Promise<ManifestReview> {
  const response = await fetch(apiUrl(server, "/api/v1/manifests/gate-runs"), {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({
      sha256: run.sha256,
      path: run.path,
      agent: run.agent,
      phase: run.phase,
      needs_approval: run.needsApproval,
      findings: run.findings.map(({ code, severity }) => ({ code, severity })),
    }),
    signal: AbortSignal.timeout(ANSWER_LIMIT),
  }).catch((error: unknown) => {
    throw new Error(`the server ${describeNoResponse(error)}`);
  });
  if (response.ok) return Answer.parse(await response.json()).review;
  throw new Error(`the server answered ${response.status}: ${await describeRefusal(response)}`);
}

async function readSavedReview(path: string): Promise<ManifestReview> {
  try {
    return Answer.parse(JSON.parse(await readFile(path, "utf8"))).review;
  } catch {
    return "unknown";
  }
}
