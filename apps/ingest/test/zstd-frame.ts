const MAGIC = [0x28, 0xb5, 0x2f, 0xfd];
/** Frame header without content size, checksum and dictionary, with a window of 1 MiB. */
const HEADER = [0x00, 10 << 3];
const RAW = 0;
const RLE = 1;
const MAX_BLOCK_BYTES = 128 * 1024;

/** Builds a Zstandard frame (RFC 8878) that contains the bytes uncompressed. */
export function frameRaw(bytes: Uint8Array): Buffer {
  const blocks: Uint8Array[] = [];
  for (let start = 0; start < Math.max(1, bytes.length); start += MAX_BLOCK_BYTES) {
    const part = bytes.subarray(start, start + MAX_BLOCK_BYTES);
    const isLast = start + MAX_BLOCK_BYTES >= bytes.length;
    blocks.push(blockHeader(RAW, part.length, isLast), part);
  }
  return Buffer.concat([Buffer.from([...MAGIC, ...HEADER]), ...blocks]);
}

/** A frame that decompresses to the given number of zero bytes: 4 bytes for every 128 KiB. */
export function frameBomb(blockCount: number): Buffer {
  const blocks = Array.from({ length: blockCount }, (_, index) =>
    Buffer.concat([blockHeader(RLE, MAX_BLOCK_BYTES, index === blockCount - 1), Buffer.from([0])]),
  );
  return Buffer.concat([Buffer.from([...MAGIC, ...HEADER]), ...blocks]);
}

function blockHeader(type: number, size: number, isLast: boolean): Buffer {
  const header = Buffer.alloc(3);
  header.writeUIntLE((size << 3) | (type << 1) | (isLast ? 1 : 0), 0, 3);
  return header;
}
