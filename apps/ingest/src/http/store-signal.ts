import type { IncomingMessage } from "node:http";
import { Refusal } from "@baton/http";
import type { Intake } from "./intake";
import { readRequest, refuseContent, type Signal, toAnswer } from "./otlp-exchange";
import type { Post } from "./store-posted";

/** A line of a request, with the number of its records or spans. */
export interface SignalLine {
  bytes: Buffer;
  count: number;
}

/** A signal whose lines are stored. */
interface StoredSignal {
  signal: Signal;
  address: string;
  format: Post["format"];
  /** Divides a request into lines; null if it does not have the list of the signal. */
  divide: (json: unknown, text: Buffer, receivedAt: number) => readonly SignalLine[] | null;
}

/**
 * Stores each line of an OTLP request and answers in its format. Quarantines invalid lines alone and counts them
 * as rejected (partial success).
 *
 * @throws {Refusal} if nothing is stored.
 */
export async function storeSignal(
  intake: Intake,
  incoming: IncomingMessage,
  { signal, address, format, divide }: StoredSignal,
): Promise<Response> {
  const receivedAt = new Date();
  return intake.admit(incoming, async (admitted) => {
    const { workspaceId, prefix } = admitted.key;
    const { json, text } = await readRequest(incoming, admitted.passage, signal);
    const lines = divide(json, text, receivedAt.getTime());
    if (!lines) throw refuseContent(signal, `it has no ${signal.list}`);
    if (lines.length === 0) return toAnswer(incoming, signal, 0, "");
    const outcome = await intake.store(admitted, {
      place: { workspaceId, prefix, address },
      format,
      lines: lines.map(({ bytes }) => bytes),
      receivedAt,
      mark: null,
    });
    if (outcome.status !== "stored") throw new Refusal(401, "unknown_key", "Invalid API key.");
    const rejected = outcome.badLines.reduce((sum, { line }) => sum + (lines[line - 1]?.count ?? 0), 0);
    return toAnswer(incoming, signal, rejected, outcome.badLines[0]?.reason ?? "");
  });
}
