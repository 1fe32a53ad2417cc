import type { Duplex } from "node:stream";
import { createGunzip } from "node:zlib";
import { createZstdDecoder } from "./zstd-decoder";

const CHUNK_BYTES = 64 * 1024;

/** Decoders of compressed logs, by file extension. */
const DECODERS: Record<string, () => Duplex> = {
  ".gz": () => createGunzip({ chunkSize: CHUNK_BYTES }),
  ".zst": createZstdDecoder,
};

/** Matches a log's name before its compression. */
export const JSON_LINES = /\.(?:jsonl|ndjson)(?:[.-]\d[\d.T-]*)?$/i;

/** Returns the factory of a log's decoder, or null for any other file. Other archives are not decoded. */
export function decoderOf(path: string): (() => Duplex) | null {
  const dot = path.lastIndexOf(".");
  return JSON_LINES.test(path.slice(0, dot)) ? (DECODERS[path.slice(dot)] ?? null) : null;
}

/** Returns the path that a log had before it was compressed. */
export function withoutCompression(path: string): string {
  return decoderOf(path) ? path.slice(0, path.lastIndexOf(".")) : path;
}
