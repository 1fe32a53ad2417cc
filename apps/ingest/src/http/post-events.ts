import type { IncomingMessage } from "node:http";
import { MAX_BODY_BYTES, Refusal, readBody } from "@baton/http";
import { sha256Of } from "../sha256";
import { session } from "../sources/session";
import type { Passage } from "./gate";
import type { Intake } from "./intake";
import { splitArray, splitLines } from "./split-body";
import type { BadLine, PostOutcome } from "./store-posted";

export const EVENTS_ADDRESS = "/v1/events";

const SPLITTERS = new Map([
  ["application/json", splitArray],
  ["application/x-ndjson", splitLines],
  ["application/ndjson", splitLines],
  ["application/jsonl", splitLines],
]);

/**
 * `POST /v1/events`: events as NDJSON or a JSON array. Responds with 200 when they are stored, with counts
 * and the quarantined lines.
 *
 * @throws {Refusal} if nothing is stored.
 */
export async function postEvents(intake: Intake, incoming: IncomingMessage): Promise<Response> {
  const receivedAt = new Date();
  return intake.admit(incoming, async (admitted) => {
    const { workspaceId, prefix } = admitted.key;
    const split = SPLITTERS.get(mediaTypeOf(incoming));
    if (!split) {
      const message = `Events come as ${[...SPLITTERS.keys()].join(", ")}.`;
      throw new Refusal(415, "unsupported_type", message, {
        headers: { accept: [...SPLITTERS.keys()].join(", ") },
      });
    }
    const idempotencyKey = readIdempotencyKey(incoming);
    const body = await readPosted(incoming, admitted.passage);
    const outcome = await intake.store(admitted, {
      place: { workspaceId, prefix, address: EVENTS_ADDRESS },
      format: session,
      lines: split(body),
      receivedAt,
      mark: idempotencyKey === null ? null : { idempotencyKey, sha256: sha256Of(body) },
    });
    return toAnswer(outcome);
  });
}

/**
 * Reads the body within the limits of one request and of all together.
 * @throws Refusal.
 */
export function readPosted(incoming: IncomingMessage, passage: Passage): Promise<Buffer> {
  const { "content-encoding": contentEncoding, "content-length": contentLength } = incoming.headers;
  return readBody(
    incoming,
    { contentEncoding, contentLength },
    // Twice the longest line.
    { maxBytes: 2 * MAX_BODY_BYTES, hold: (bytes) => passage.hold(bytes) },
  );
}

/** Returns the media type of a request without parameters, or an empty string. */
export function mediaTypeOf({ headers }: IncomingMessage): string {
  return (headers["content-type"] ?? "").split(";", 1).join("").trim().toLowerCase();
}

/**
 * Reads any visible characters, quoted or not (draft-ietf-httpapi-idempotency-key-header-07, section 2.1).
 */
function readIdempotencyKey({ headers }: IncomingMessage): string | null {
  const value = headers["idempotency-key"];
  if (value === undefined) return null;
  const [, text = ""] = /^"?([!#-~]{1,255})"?$/.exec(String(value)) ?? [];
  if (text !== "") return text;
  throw new Refusal(400, "bad_idempotency_key", "An idempotency key has 1 to 255 visible ASCII characters.");
}

function toAnswer(outcome: PostOutcome): Response {
  switch (outcome.status) {
    case "no_workspace":
      throw new Refusal(401, "unknown_key", "Invalid API key.");
    case "other_batch": {
      const message = "This idempotency key was used for another body. Use a new key for each batch.";
      throw new Refusal(422, "idempotency_key_reused", message);
    }
    case "stored": {
      const { counts, badLines, isRepeated } = outcome;
      const answer = {
        lines: counts.lineCount,
        events: counts.eventCount,
        duplicates: counts.duplicateCount,
        quarantined: counts.quarantinedCount,
        masked_secrets: counts.maskedSecretCount,
        ...(badLines.length > 0 ? { results: badLines.map(toResult) } : {}),
      };
      const headers = isRepeated ? { "idempotent-replayed": "true" } : undefined;
      return Response.json(answer, { headers });
    }
  }
}

function toResult({ line, code, reason }: BadLine) {
  return { line, status: 422, code, detail: reason };
}
