/** Exit code of a program that a signal ended, as shells count them. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

interface Interruption {
  /** Aborted by the first SIGINT or SIGTERM: finish the current step, then return. */
  signal: AbortSignal;
  /** Restores the default behavior of both signals. */
  end(): void;
}

/** Makes SIGINT and SIGTERM request an orderly stop; a second signal ends the process at once. */
export function watchForInterruption(): Interruption {
  const controller = new AbortController();
  const interrupt = (name: keyof typeof EXIT_CODES) => {
    process.exitCode = EXIT_CODES[name];
    end();
    controller.abort();
  };
  const end = () => {
    process.off("SIGINT", interrupt);
    process.off("SIGTERM", interrupt);
  };
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", interrupt);
  return { signal: controller.signal, end };
}
