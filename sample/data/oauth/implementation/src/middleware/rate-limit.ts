import { redis } from "../infra/redis";

const WINDOW_SECONDS = 60;
const LIMIT = 10;

/** A sliding window over the last minute. Answers the seconds to wait, or 0. */
export async function secondsToWait(key: string, now: number): Promise<number> {
  const from = now - WINDOW_SECONDS * 1000;
  const [, , count, oldest] = await redis
    .multi()
    .zremrangebyscore(key, 0, from)
    .zadd(key, now, `${now}:${Math.random()}`)
    .zcard(key)
    .zrange(key, 0, 0, "WITHSCORES")
    .expire(key, WINDOW_SECONDS)
    .exec();
  if (count <= LIMIT) return 0;
  return Math.ceil((Number(oldest[1]) + WINDOW_SECONDS * 1000 - now) / 1000);
}
