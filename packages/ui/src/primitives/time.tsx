"use client";

import { createContext, useContext, useEffect, useState } from "react";
import { formatAgo, formatDateTime, formatTimeBeside, type Moment } from "../format/time";

export type TimeProps = {
  at: Moment;
  /** IANA name of the page's time zone. */
  timeZone: string;
  className?: string;
};

export type DateTimeProps = TimeProps & {
  /** Formats the visible text. */
  format?: (at: Moment, timeZone: string) => string;
};

/** Shows a time, with the full time in milliseconds on hover. */
export function DateTime({ at, timeZone, format = formatDateTime, className }: DateTimeProps) {
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={formatDateTime(at, timeZone, { isExact: true })}
      className={className}
    >
      {format(at, timeZone)}
    </time>
  );
}

/** A moment of the day that the page names. */
export const NamedDay = createContext<Moment | undefined>(undefined);

/** Shows the time of day, with date and milliseconds on hover; on another day than the page names, also the day. */
export function Time(props: TimeProps) {
  const day = useContext(NamedDay);
  return <DateTime {...props} format={(at, timeZone) => formatTimeBeside(at, timeZone, day)} />;
}

/**
 * Shows the age of a moment, with the absolute time on hover; updates every 10 seconds. What happened after `now`, or
 * by a clock that is ahead of this one, happened just now.
 * `now` is the time of the first draw (milliseconds), so that server and browser draw the same.
 */
export function TimeAgo({ at, timeZone, now, className }: TimeProps & { now: number }) {
  const [present, setPresent] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setPresent(Date.now()), 10_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <DateTime
      at={at}
      timeZone={timeZone}
      className={className}
      format={(moment) => formatAgo(moment, Math.max(now, present, Number(moment)))}
    />
  );
}
