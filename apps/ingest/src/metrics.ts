import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Lag } from "./follow/file-queue";
import type { BatchCounts } from "./pipeline/ingest-context";

/** Values measured at each scrape. */
interface MetricSources {
  lags(): Lag[];
  /** Requests in progress. */
  load(): { openCount: number; heldBytes: number };
}

/** Counters of ingest in Prometheus format. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #lines = this.#counter("baton_ingest_lines_total", "Lines read, including blank ones.");
  readonly #bytes = this.#counter("baton_ingest_bytes_total", "Bytes read.");
  readonly #events = this.#counter("baton_ingest_events_total", "New events stored.");
  readonly #duplicates = this.#counter("baton_ingest_duplicates_total", "Duplicate events, counted once.");
  readonly #quarantined = this.#counter("baton_ingest_quarantined_total", "Lines that are not events.");
  readonly #masked = this.#counter("baton_ingest_masked_secrets_total", "Secrets masked.");
  readonly #failures = this.#counter("baton_ingest_failures_total", "Failures that were retried.");
  readonly #metrics = this.#counter(
    "baton_ingest_otlp_metrics_total",
    "OpenTelemetry metrics received; none is stored.",
  );
  readonly #batchSeconds = new Histogram({
    name: "baton_ingest_batch_seconds",
    help: "Time from the claim of a file to the commit of its batch.",
    buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10],
    registers: [this.#registry],
  });

  readonly #requests = new Counter({
    name: "baton_ingest_http_requests_total",
    help: "Requests answered, by path and status.",
    labelNames: ["address", "code"],
    registers: [this.#registry],
  });
  readonly #requestSeconds = new Histogram({
    name: "baton_ingest_http_request_seconds",
    help: "Time from the head of a request to its response, by path.",
    labelNames: ["address"],
    buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10],
    registers: [this.#registry],
  });

  /** Adds metrics that are measured at each scrape. */
  measure({ lags, load }: MetricSources): void {
    this.#gauge("baton_ingest_http_requests_open", "Requests in progress.", () => load().openCount);
    this.#gauge("baton_ingest_http_held_bytes", "Bytes of request bodies in memory.", () => load().heldBytes);
    this.#lag("baton_ingest_lag_bytes", "Bytes not read yet, by source.", lags, ({ bytes }) => bytes);
    this.#lag(
      "baton_ingest_lag_seconds",
      "Age of the oldest unread bytes, by source.",
      lags,
      ({ seconds }) => seconds,
    );
  }

  countBatch(counts: BatchCounts, seconds: number): void {
    this.#lines.inc(counts.lineCount);
    this.#bytes.inc(counts.byteCount);
    this.#events.inc(counts.eventCount);
    this.#duplicates.inc(counts.duplicateCount);
    this.#quarantined.inc(counts.quarantinedCount);
    this.#masked.inc(counts.maskedSecretCount);
    this.#batchSeconds.observe(seconds);
  }

  countFailure(): void {
    this.#failures.inc();
  }

  /**
   * Counts a request.
   * @param address a served route, never a path that the client chose.
   */
  countRequest(address: string, status: number, seconds: number): void {
    this.#requests.inc({ address, code: String(status) });
    this.#requestSeconds.observe({ address }, seconds);
  }

  countMetrics(count: number): void {
    this.#metrics.inc(count);
  }

  /**
   * Renders the metrics.
   * @returns the page that Prometheus scrapes, and its content type.
   */
  async render(): Promise<{ text: string; contentType: string }> {
    return { text: await this.#registry.metrics(), contentType: this.#registry.contentType };
  }

  #counter(name: string, help: string): Counter {
    return new Counter({ name, help, registers: [this.#registry] });
  }

  #gauge(name: string, help: string, measure: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.#registry],
      collect() {
        this.set(measure());
      },
    });
  }

  #lag(name: string, help: string, lags: () => Lag[], measure: (lag: Lag) => number): void {
    new Gauge({
      name,
      help,
      labelNames: ["workspace", "source"],
      registers: [this.#registry],
      collect() {
        this.reset();
        for (const lag of lags()) {
          this.set({ workspace: lag.workspaceId, source: String(lag.sourceId) }, measure(lag));
        }
      },
    });
  }
}
