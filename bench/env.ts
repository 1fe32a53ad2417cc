/** Megabytes of the log that `ingest` reads: 100 by default, of which a run takes about two minutes. */
export const INGEST_MEGABYTES = Number(process.env.BATON_BENCH_MEGABYTES ?? 100);
