import type { NotificationDelivery } from "@baton/db";
import { formatDuration } from "@baton/ui/format/number";

type DeliveryWords = {
  tone: "ok" | "warn" | "danger" | "neutral";
  /** State in words. */
  word: string;
  /** The receiver's answer, or the reason of a failure; null while unknown. */
  detail: string | null;
};

/** Describes a delivery. */
export function describeDelivery(delivery: NotificationDelivery): DeliveryWords {
  const { state, attempts, answer, lastError, durationMilliseconds } = delivery;
  const took = durationMilliseconds === null ? "" : ` in ${formatDuration(durationMilliseconds)}`;
  if (state === "sent") return { tone: "ok", word: "delivered", detail: `${answer ?? "taken"}${took}` };
  const failure = lastError === null ? null : `${capitalise(lastError)}${answer === null ? "" : took}`;
  if (state === "failed") return { tone: "danger", word: "given up", detail: failure };
  if (attempts === 0) return { tone: "neutral", word: "waiting", detail: null };
  return { tone: "warn", word: `failed ${attempts}×`, detail: failure };
}

function capitalise(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
