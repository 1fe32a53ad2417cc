import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { Refusal } from "./problem";

const CHUNK_BYTES = 64 * 1024;

/** Maximum decompressed bytes of a request body: the longest line that is imported. */
export const MAX_BODY_BYTES = 8 * 1024 * 1024;

interface BodyLimit {
  /** Maximum decompressed bytes of the body. */
  readonly maxBytes: number;
  /** Reserves memory for a chunk before it is stored. @throws Refusal if memory is full. */
  readonly hold?: (bytes: number) => void;
}

/**
 * Reads the body of a request into memory. Decompresses gzip as it arrives, and stops when the body exceeds
 * the limit.
 *
 * @param source the body as the client sends it. It stays open if the body is refused, so that the client can
 *   read the response.
 * @throws Refusal 413 `body_too_large`, 415 `unsupported_coding`, 400 `damaged_body` or `body_cut_off`.
 */
export async function readBody(
  source: Readable,
  headers: { readonly contentEncoding?: string | null; readonly contentLength?: string | null },
  limit: BodyLimit,
): Promise<Buffer> {
  const coding = (headers.contentEncoding ?? "identity").trim().toLowerCase();
  if (Number(headers.contentLength ?? 0) > limit.maxBytes) throw refuseSize(limit);
  if (coding === "identity") return collect(source, source, limit);
  if (coding !== "gzip" && coding !== "x-gzip") {
    const headers = { "accept-encoding": "gzip, identity" };
    throw new Refusal(415, "unsupported_coding", "Only gzip compression is supported.", { headers });
  }
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  try {
    return await collect(source, source.pipe(gunzip), limit);
  } finally {
    source.unpipe(gunzip);
    gunzip.destroy();
  }
}

/** Reads the body of a Fetch request like {@link readBody}. */
export function readRequestBody({ body, headers }: Request, maxBytes: number): Promise<Buffer> {
  const said = {
    contentEncoding: headers.get("content-encoding"),
    contentLength: headers.get("content-length"),
  };
  return readBody(Readable.from(body ?? []), said, { maxBytes });
}

/** Collects the bytes of `body`, which is `source` or derived from it. */
function collect(source: Readable, body: Readable, limit: BodyLimit): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const onData = (chunk: Uint8Array) => {
      length += chunk.length;
      try {
        if (length > limit.maxBytes) throw refuseSize(limit);
        limit.hold?.(chunk.length);
      } catch (error) {
        return fail(error);
      }
      chunks.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    };
    const onEnd = () => {
      stop();
      resolve(Buffer.concat(chunks, length));
    };
    const onDamage = () => fail(new Refusal(400, "damaged_body", "The body is not a complete gzip file."));
    const onClose = () => {
      if (!source.readableEnded)
        fail(new Refusal(400, "body_cut_off", "The request ended before its body was complete."));
    };
    const stop = () => {
      body.off("data", onData).off("end", onEnd).off("error", onDamage).on("error", ignore);
      source.off("close", onClose).off("error", onClose).on("error", ignore);
    };
    const fail = (error: unknown) => {
      stop();
      reject(error);
    };
    body.on("data", onData).on("end", onEnd);
    if (body !== source) body.on("error", onDamage);
    source.on("close", onClose).on("error", onClose);
  });
}

/** Ignores errors of a stream that is no longer read. */
function ignore(): void {}

function refuseSize({ maxBytes }: BodyLimit): Refusal {
  const size = maxBytes >= 1024 * 1024 ? `${maxBytes / 1024 / 1024} MiB` : `${maxBytes / 1024} KiB`;
  return new Refusal(413, "body_too_large", `A body may have ${size}, decompressed. Send it in parts.`);
}
