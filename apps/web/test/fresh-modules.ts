import { vi } from "vitest";

/*
 * A file starts as a new process does: the one before it in this worker had another database and other settings. A new
 * process would load all packages again, which takes longer than most tests.
 */
const worker: typeof globalThis & { environmentOfWorker?: NodeJS.ProcessEnv } = globalThis;
worker.environmentOfWorker ??= { ...process.env };
for (const name of Object.keys(process.env)) {
  if (!(name in worker.environmentOfWorker)) delete process.env[name];
}
Object.assign(process.env, worker.environmentOfWorker);
vi.resetModules();
for (const name of Object.keys(globalThis).filter((key) => key.startsWith("baton")))
  Reflect.deleteProperty(globalThis, name);
