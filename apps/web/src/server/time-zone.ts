import "server-only";
import { cookies } from "next/headers";
import { DEFAULT_TIME_ZONE, parseAsTimeZone, TIME_ZONE_COOKIE } from "@/search/time-zone";

/** Returns the time zone of a page: the URL's, else the cookie's, else UTC. */
export async function resolveTimeZone(fromAddress: string | null = null): Promise<string> {
  const chosen = (await cookies()).get(TIME_ZONE_COOKIE)?.value ?? "";
  return fromAddress ?? parseAsTimeZone.parse(chosen) ?? DEFAULT_TIME_ZONE;
}
