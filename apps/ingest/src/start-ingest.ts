import { realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connect, type Database, isReachable } from "@baton/db";
import { IncompatibleDatabase, migrate } from "@baton/db/migrate";
import { ensureWorkspace, registerSource } from "@baton/db/write";
import { evaluateAlerts } from "@baton/services/alert/evaluate-alerts";
import { notifyExpiringRules } from "@baton/services/policy/notify-expiring-rules";
import { sendDueReports } from "@baton/services/report/send-due-reports";
import { type Logger, pino } from "pino";
import { COMPARE_REST_MILLISECONDS, compareCompactions } from "./compactions/compare-compactions";
import type { Environment } from "./env";
import { Follower } from "./follow/follower";
import { SourceHeartbeat } from "./follow/source-heartbeat";
import { SourceMetrics } from "./follow/source-metrics";
import { createApp } from "./http/app";
import { Intake } from "./http/intake";
import { listen } from "./http/listen";
import { continueSearches, LEAK_REST_MILLISECONDS } from "./leaks/continue-searches";
import { Metrics } from "./metrics";
import { NotificationSender } from "./notifications/notification-sender";
import { createContext } from "./pipeline/create-context";
import { IntervalScheduler } from "./repeat";
import { Replayer } from "./replay/replayer";
import { RetentionWorker } from "./retention/retention-worker";
import { CHECK_REST_MILLISECONDS, checkViolations } from "./violations/check-violations";

/** Delay before a new or changed alert is evaluated. Evaluated alerts wait longer. */
const ALERT_REST_MILLISECONDS = 10_000;
const EXPIRY_REST_MILLISECONDS = 60_000;
const REPORT_REST_MILLISECONDS = 60_000;

/** Workspace of the sources given at startup. */
const DEFAULT_WORKSPACE = "default";

/**
 * Two readers, the sweep, health checks, replays, erasures and notifications use one each; occasional work
 * waits for one.
 */
const CONNECTIONS = 7;
/** Separate connections for requests, so that requests and followed files do not block each other. */
const REQUEST_CONNECTIONS = 6;
const RETRY_MILLISECONDS = 1_000;
/** A stop may take five seconds; unfinished work continues at the next start. */
const STOP_MILLISECONDS = 4_500;

export interface Ingest {
  /** The port that the endpoints listen on. */
  port: number;
  /** Resolves when the database is ready, or ingest stops. Rejects if this version must not use the database. */
  prepared: Promise<void>;
  /** Resolves when the current batches are committed or discarded. */
  stop(reason: string): Promise<void>;
}

/** Starts to follow all sources and to accept requests. Waits for a database that does not exist yet. */
export async function startIngest(environment: Environment): Promise<Ingest> {
  const log = pino({ level: environment.BATON_LOG_LEVEL, base: { service: "ingest" } });
  const connection = connect(environment.DATABASE_URL, { max: CONNECTIONS });
  const context = createContext({ db: connection.db, storesContent: environment.BATON_STORE_CONTENT });
  const stopping = new AbortController();
  const metrics = new Metrics();
  const noteFailure = (doing: string, error: unknown) => {
    metrics.countFailure();
    log.warn({ doing, error: describe(error) }, "failed; trying again");
  };
  const minutes = new SourceMetrics();
  const follower = new Follower(context, {
    onBatch: (file, { format, status, sessionIds, ...counts }, seconds) => {
      const { path } = file;
      metrics.countBatch(counts, seconds);
      minutes.count(file, counts);
      if (counts.lineCount > 0) log.info({ path, format, ...counts, seconds }, "batch committed");
    },
    onFailure: noteFailure,
  });
  const pulse = new SourceHeartbeat(connection.db, minutes, () => follower.lags(), noteFailure);
  const replayer = new Replayer(context, noteFailure);
  const keeper = new RetentionWorker(context, {
    onErased: (erasure) => log.info(erasure, "erased"),
    onRemoved: (workspaceId, rows) => log.info({ workspaceId, rows }, "deleted expired data"),
    onAuditHead: (head) => log.info(head, "last entry of the audit log"),
    onFailure: noteFailure,
  });
  const messenger = new NotificationSender({
    db: connection.db,
    smtpUrl: environment.BATON_SMTP_URL,
    mailFrom: environment.BATON_MAIL_FROM,
    publicAddress: environment.BATON_URL,
    webhookNetworks: environment.BATON_WEBHOOK_NETWORKS,
    onFailure: noteFailure,
  });
  const rounds = new IntervalScheduler(noteFailure);
  const requests = connect(environment.DATABASE_URL, { max: REQUEST_CONNECTIONS });
  let isPrepared = false;
  const intake = new Intake({
    context: { ...context, db: requests.db },
    isPrepared: () => isPrepared,
    requestsPerMinute: environment.BATON_REQUESTS_PER_MINUTE,
    observer: {
      onBatch: (file, format, counts, seconds) => {
        metrics.countBatch(counts, seconds);
        minutes.count(file, counts);
        log.info({ path: file.path, format, ...counts, seconds }, "batch committed");
      },
      onFailure: noteFailure,
    },
  });
  metrics.measure({ lags: () => follower.lags(), load: () => intake.load });
  const isReady = async () => isPrepared && (await isReachable(connection.db));
  const onFault = (error: unknown) => log.error({ error: describe(error) }, "a request failed");
  const app = createApp({ isReady, metrics, intake, onFault });
  const { BATON_INGEST_HOST: hostname, BATON_INGEST_PORT, BATON_STORE_CONTENT: storesContent } = environment;
  const listener = await listen(app, BATON_INGEST_PORT, hostname);
  log.info({ hostname, port: listener.port, storesContent }, "listening");
  const running = prepare(environment, connection.db, log, stopping.signal).then(() => {
    if (stopping.signal.aborted) return;
    isPrepared = true;
    follower.start();
    replayer.start(environment.DATABASE_URL);
    pulse.start();
    keeper.start();
    messenger.start(environment.DATABASE_URL);
    const { db } = connection;
    rounds.start("checking handoffs that waited for their policy", CHECK_REST_MILLISECONDS, (signal) =>
      checkViolations(db, signal),
    );
    rounds.start("comparing compactions", COMPARE_REST_MILLISECONDS, (signal) =>
      compareCompactions(db, signal),
    );
    rounds.start("searching for leaks", LEAK_REST_MILLISECONDS, (signal) => continueSearches(db, signal));
    rounds.start("notifying of expiring rules", EXPIRY_REST_MILLISECONDS, () =>
      notifyExpiringRules(db, Date.now()),
    );
    rounds.start("sending reports", REPORT_REST_MILLISECONDS, (signal) =>
      sendDueReports(db, Date.now(), signal),
    );
    rounds.start("evaluating alerts", ALERT_REST_MILLISECONDS, (signal) =>
      evaluateAlerts(db, Date.now(), signal),
    );
  });
  const stop = async (reason: string) => {
    log.info({ reason }, "stopping");
    stopping.abort();
    intake.close();
    const drained = running
      .catch(() => {})
      .then(() =>
        Promise.all([
          follower.stop(),
          replayer.stop(),
          pulse.stop(),
          keeper.stop(),
          messenger.stop(),
          rounds.stop(),
        ]),
      );
    const answered = listener.close();
    await Promise.race([Promise.all([drained, answered]), sleep(STOP_MILLISECONDS, null, { ref: false })]);
    await Promise.all([connection.close(0), requests.close(0)]);
    log.info("stopped");
  };
  return { port: listener.port, prepared: running, stop };
}

/** Applies migrations and registers the followed sources, retrying until the database is available. */
async function prepare(
  { DATABASE_URL, BATON_PROJECT_ROOT, BATON_FOLLOW }: Environment,
  db: Database,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await migrate(DATABASE_URL, join(BATON_PROJECT_ROOT, "packages", "db", "migrations"));
      await ensureWorkspace(db, { workspaceId: DEFAULT_WORKSPACE, name: "Default" });
      for (const path of BATON_FOLLOW) {
        await registerSource(db, { workspaceId: DEFAULT_WORKSPACE, root: await realRoot(path) });
      }
      return;
    } catch (error) {
      if (error instanceof IncompatibleDatabase) throw error;
      log.warn({ error: describe(error) }, "the database is not ready; trying again");
      await sleep(RETRY_MILLISECONDS, null, { signal }).catch(() => {});
    }
  }
}

/**
 * Resolves symbolic links. For a path that does not exist yet, resolves the existing part, so that the source
 * is the same at the next start.
 */
async function realRoot(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(await realRoot(parent), basename(path));
  }
}

/** Returns an error without its SQL statement and parameters, which contain content. */
function describe(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  const code = "code" in cause ? ` (${String(cause.code)})` : "";
  return `${cause.name}: ${cause.message.replace(/"[^"]*"/g, "…")}${code}`;
}
