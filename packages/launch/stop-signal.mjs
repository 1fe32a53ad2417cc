import { ENVIRONMENT } from "./env.mjs";

const PARENT_POLL_MILLISECONDS = 200;

/** Why work was given up: somebody asked for it. */
export class Stopped extends Error {
  /** @override */
  name = "Stopped";
}

/**
 * A signal that is aborted, with {@link Stopped}, once this process is asked to stop: by Ctrl-C, by SIGTERM,
 * by a closing terminal, or by the end of the npm that started it, which does not pass on every signal.
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
