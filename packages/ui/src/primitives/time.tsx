"use client";

import { useEffect, useState } from "react";
import { formatAgo, formatDateTime, formatTime } from "../format/time";

export type TimeProps = {
  /** Milliseconds since 1970 (UTC). */
  at: number;
  /** IANA name of the zone that the page shows. */
  timeZone: string;
  className?: string;
};

/** The time of day, with date and milliseconds on hover. */
export function Time({ at, timeZone, className }: TimeProps) {
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={formatDateTime(at, timeZone, { isExact: true })}
      className={className}
    >
      {formatTime(at, timeZone)}
    </time>
  );
}

/**
 * How long ago, with the absolute time on hover; goes on by itself.
 * `now` is the time of the first draw (milliseconds), so that server and browser draw the same.
 */
export function TimeAgo({ at, timeZone, now, className }: TimeProps & { now: number }) {
  const [present, setPresent] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setPresent(Date.now()), 10_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={formatDateTime(at, timeZone, { isExact: true })}
      className={className}
    >
      {formatAgo(at, Math.max(now, present))}
    </time>
  );
}
