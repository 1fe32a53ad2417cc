import { setTimeout as sleep } from "node:timers/promises";
import { isReachable, listenForReplays, notifyRows, type ReplayRequest } from "@baton/db";
import {
  claimQuarantinedLine,
  claimReplayRequest,
  findLineToReplay,
  finishReplay,
  isConflict,
  isContentFault,
  type LinePosition,
  settleReplay,
} from "@baton/db/write";
import type { IngestContext, Unpartitioned } from "../pipeline/ingest-context";
import { addPartitions, clearPartitions } from "../pipeline/month-partitions";
import { refuseFault, replayLine } from "./replay-line";

/** Interval for finding requests whose announcement was lost. */
const LOOK_MILLISECONDS = 5_000;
const RETRY_MILLISECONDS = 1_000;

/**
 * Performs replay requests, one line per transaction, so that several processes can share them and resume
 * after a crash.
 */
export class Replayer {
  readonly #context: IngestContext;
  readonly #onFailure: (doing: string, error: unknown) => void;
  readonly #stopping = new AbortController();
  #wake = new AbortController();
  #running: Promise<unknown> = Promise.resolve();

  readonly #lookMilliseconds: number;

  constructor(
    context: IngestContext,
    onFailure: (doing: string, error: unknown) => void,
    lookMilliseconds = LOOK_MILLISECONDS,
  ) {
    this.#context = context;
    this.#onFailure = onFailure;
    this.#lookMilliseconds = lookMilliseconds;
  }

  /**
   * Listens for requests on its own connection.
   * @param url of the database.
   */
  start(url: string): void {
    this.#running = Promise.all([this.#listen(url), this.#run()]);
  }

  /** Resolves when the current line is committed. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wake.abort();
    await this.#running;
  }

  async #listen(url: string): Promise<void> {
    const { signal } = this.#stopping;
    const listener = listenForReplays(url, () => this.#wake.abort());
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve));
    await listener.close();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      this.#wake = new AbortController();
      const rest = await carryOutReplays(this.#context, signal).then(
        () => this.#lookMilliseconds,
        (error: unknown) => {
          this.#onFailure("replaying", error);
          return RETRY_MILLISECONDS;
        },
      );
      const ended = AbortSignal.any([signal, this.#wake.signal]);
      await sleep(rest, null, { signal: ended }).catch(() => {});
    }
  }
}

/**
 * Consecutive failures of a request with a working database before it is discarded, so that it does not block
 * others.
 */
const MAX_FAILURES = 5;
/** Errors that the line may have caused before it stays in quarantine. */
const MAX_FAULTS = 2;

/**
 * Runs all waiting requests, including those of a process that died.
 *
 * @throws if the database is unavailable.
 */
export async function carryOutReplays(context: IngestContext, signal?: AbortSignal): Promise<void> {
  let last: Step | null = null;
  let failures = 0;
  while (!signal?.aborted) {
    try {
      last = await takeStep({ ...context, isLastTry: failures >= MAX_FAULTS }, last);
      failures = 0;
      if (last === null) return;
    } catch (error) {
      failures += 1;
      if (isConflict(error)) clearPartitions(context);
      else if (!(await isReachable(context.db))) throw error;
      if (failures < MAX_FAILURES) continue;
      await giveUp(context, error);
      failures = 0;
    }
  }
}

/** The last line tried, and its request. */
interface Step {
  request: ReplayRequest;
  position: LinePosition | null;
}

async function takeStep(context: IngestContext, last: Step | null): Promise<Step | null> {
  for (;;) {
    const outcome = await context.db.transaction((tx) => tryStep({ ...context, db: tx }, last));
    if (outcome === null || !("status" in outcome)) return outcome;
    await addPartitions(context, outcome.months);
  }
}

async function tryStep(context: IngestContext, last: Step | null): Promise<Step | Unpartitioned | null> {
  const { db } = context;
  const request = await claimReplayRequest(db);
  if (!request) return null;
  const isSame = last?.request.requestId === request.requestId;
  const position = await findLineToReplay(db, request, isSame ? (last?.position ?? null) : null);
  if (!position) {
    await finishReplay(db, request, null);
    await announceProgress(context, request);
    return { request, position };
  }
  const taken = await claimQuarantinedLine(db, position);
  if (taken) {
    const outcome = await db
      .transaction((savepoint) => replayLine({ ...context, db: savepoint }, taken.line, taken.file))
      .catch((error: unknown) => {
        if (!isContentFault(error, context.isLastTry)) throw error;
        return refuseFault(error);
      });
    if ("status" in outcome) return outcome;
    await settleReplay(db, request, taken.line, outcome);
    await announceProgress(context, request);
  }
  return { request, position };
}

function announceProgress({ db }: IngestContext, { workspaceId }: ReplayRequest): Promise<void> {
  return notifyRows(db, { workspaceId, sessionIds: [], hasHandoffs: false, hasQuarantined: true });
}

async function giveUp({ db }: IngestContext, error: unknown): Promise<void> {
  await db.transaction(async (tx) => {
    const request = await claimReplayRequest(tx);
    const name = error instanceof Error ? error.name : "error";
    const reason = `Baton stopped after ${MAX_FAILURES} failures (${name}).`;
    if (request) await finishReplay(tx, request, reason);
  });
}
