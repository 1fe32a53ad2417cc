import { Presets, SingleBar } from "cli-progress";
import { toPrintable } from "./output";
import { formatBytes, formatSeconds, RateMeter } from "./rate-meter";

/** Progress in bytes. */
interface ByteProgress {
  doneBytes: number;
  totalBytes: number;
  /** The file in progress. */
  path: string;
}

const SHOWN_PATH_LENGTH = 50;

/**
 * Opens a progress bar with rate and remaining time, if standard error is a terminal.
 * @param isShown false: show nothing.
 */
export function openProgressBar({ isShown }: { isShown: boolean }): {
  update(progress: ByteProgress): void;
  stop(): void;
} {
  const meter = new RateMeter();
  const bar = new SingleBar(
    {
      format: "{bar} {percentage} %  {rate}  {path}",
      clearOnComplete: true,
      noTTYOutput: false,
      hideCursor: true,
    },
    Presets.rect,
  );
  if (isShown) bar.start(1, 0, { rate: "", path: "" });
  return {
    update({ doneBytes, totalBytes, path }) {
      meter.add(performance.now(), doneBytes);
      bar.setTotal(Math.max(1, totalBytes));
      bar.update(doneBytes, {
        rate: describeRate(meter, Math.max(0, totalBytes - doneBytes)),
        path: toPrintable(path).slice(-SHOWN_PATH_LENGTH),
      });
    },
    stop: () => bar.stop(),
  };
}

function describeRate(meter: RateMeter, restBytes: number): string {
  const rate = meter.perSecond();
  const seconds = meter.secondsFor(restBytes);
  if (rate === null || seconds === null) return "";
  return restBytes === 0
    ? `${formatBytes(rate)}/s`
    : `${formatBytes(rate)}/s, ${formatSeconds(seconds)} left`;
}
