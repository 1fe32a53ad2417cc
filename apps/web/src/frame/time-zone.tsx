"use client";

import { useQueryState } from "nuqs";
import { createContext, type ReactNode, useContext } from "react";
import { DEFAULT_TIME_ZONE, parseAsTimeZone } from "@/search/time-zone";

const ChosenTimeZone = createContext(DEFAULT_TIME_ZONE);

/** Wraps a workspace's pages with the time zone of the cookie, as the server read it. */
export function TimeZoneProvider({ timeZone, children }: { timeZone: string; children: ReactNode }) {
  return <ChosenTimeZone value={timeZone}>{children}</ChosenTimeZone>;
}

/** Returns the time zone of a page: the URL's, else the selected one, else UTC. */
export function useTimeZone(): string {
  const chosen = useContext(ChosenTimeZone);
  const [fromAddress] = useQueryState("tz", parseAsTimeZone);
  return fromAddress ?? chosen;
}
