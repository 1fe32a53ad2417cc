import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type { Passage } from "./gate";
import { Refusal } from "./refusal";

/** The largest body, without its compression: twice the longest line. */
export const MAX_BODY_BYTES = 16 * 1024 * 1024;

const CHUNK_BYTES = 64 * 1024;

/**
 * Reads the body of a request, and takes off its compression as it comes: of one that turns
 * out too large no more is unpacked than fits.
 *
 * @throws {Refusal} 413 where it is too large, 415 for another coding than gzip, 400 where it
 *   is damaged or cut off.
 */
export async function readBody(incoming: IncomingMessage, passage: Passage): Promise<Buffer> {
  const coding = (incoming.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  if (Number(incoming.headers["content-length"] ?? 0) > MAX_BODY_BYTES) throw refuseSize();
  if (coding === "identity") return collect(incoming, incoming, passage);
  if (coding !== "gzip" && coding !== "x-gzip") {
    const message = "A body comes as it is or compressed by gzip.";
    throw new Refusal(415, "unsupported_coding", message, { "accept-encoding": "gzip, identity" });
  }
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  try {
    return await collect(incoming, incoming.pipe(gunzip), passage);
  } finally {
    incoming.unpipe(gunzip);
    gunzip.destroy();
  }
}

/** All bytes of `body`, which is `incoming` or made of it. */
function collect(incoming: IncomingMessage, body: Readable, passage: Passage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      try {
        if (length > MAX_BODY_BYTES) throw refuseSize();
        passage.hold(chunk.length);
      } catch (error) {
        return fail(error);
      }
      chunks.push(chunk);
    };
    const onEnd = () => {
      stop();
      resolve(Buffer.concat(chunks, length));
    };
    const onDamage = () => fail(new Refusal(400, "damaged_body", "The body is no whole gzip file."));
    const onClose = () => {
      if (!incoming.complete)
        fail(new Refusal(400, "body_cut_off", "The request ended before its body did."));
    };
    const stop = () => {
      body.off("data", onData).off("end", onEnd).off("error", onDamage).on("error", ignore);
      incoming.off("close", onClose).off("error", onClose).on("error", ignore);
    };
    const fail = (error: unknown) => {
      stop();
      reject(error);
    };
    body.on("data", onData).on("end", onEnd);
    if (body !== incoming) body.on("error", onDamage);
    incoming.on("close", onClose).on("error", onClose);
  });
}

/** A stream that was given up may still fail, which is of no concern to anybody then. */
function ignore(): void {}

function refuseSize(): Refusal {
  const message = `A body holds ${MAX_BODY_BYTES / 1024 / 1024} MiB at most, without its compression. Send it in parts.`;
  return new Refusal(413, "body_too_large", message);
}
