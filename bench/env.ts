/** Megabytes of the log that `ingest` reads: 100 by default, of which a run takes about two minutes. */
export const INGEST_MEGABYTES = Number(process.env.BATON_BENCH_MEGABYTES ?? 100);

/**
 * Databases that hold 200,000 and 2,000,000 handoffs already, for `reads`,
 * comma-separated; without them it makes its own.
 */
export const READS_URLS = (process.env.BATON_BENCH_DATABASES ?? "").split(",").filter((url) => url !== "");
