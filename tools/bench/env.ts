/** Megabytes of the log that `ingest` reads: 100 by default, which takes about two minutes per run. */
export const INGEST_MEGABYTES = Number(process.env.BATON_BENCH_MEGABYTES ?? 100);

/**
 * Databases with 200,000 and 2,000,000 handoffs for `reads`, comma-separated; by default it creates its own.
 */
export const READS_URLS = (process.env.BATON_BENCH_DATABASES ?? "").split(",").filter((url) => url !== "");
