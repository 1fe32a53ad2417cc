import { ENVIRONMENT } from "./env.mjs";

const PARENT_POLL_MILLISECONDS = 200;

/** Reason of an abort that a user requested. */
export class Stopped extends Error {
  /** @override */
  name = "Stopped";
}

/**
 * Returns a signal that is aborted, with {@link Stopped}, when this process is asked to stop: by Ctrl-C,
 * SIGTERM, a closing terminal, or the exit of its parent npm, which does not forward every signal.
 * @returns {AbortSignal}
 */
export function listenForStop() {
  const controller = new AbortController();
  /** @param {string} cause */
  const stop = (cause) => controller.abort(new Stopped(cause));
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, () => stop(name));
  if (ENVIRONMENT.npm_lifecycle_event !== undefined) {
    const npm = process.ppid;
    setInterval(() => process.ppid !== npm && stop("npm ended"), PARENT_POLL_MILLISECONDS).unref();
  }
  return controller.signal;
}
