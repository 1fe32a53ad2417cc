import { writeFile } from "node:fs/promises";
import { deflateRawSync } from "node:zlib";
import cl100k from "js-tiktoken/ranks/cl100k_base";
import o200k from "js-tiktoken/ranks/o200k_base";

/**
 * Writes the rank tables of js-tiktoken in the form that `readVocabulary` reads: the number of tokens (4 bytes,
 * little-endian), the length of each (1 byte), then the tokens, all in order of rank.
 */
for (const [encoding, { bpe_ranks }] of Object.entries({ cl100k_base: cl100k, o200k_base: o200k })) {
  const tokens = bpe_ranks
    .split(" ")
    .slice(2)
    .map((token) => Buffer.from(token, "base64"));
  const count = Buffer.alloc(4);
  count.writeUInt32LE(tokens.length);
  const table = Buffer.concat([count, Buffer.from(tokens.map(({ length }) => length)), ...tokens]);
  await writeFile(
    new URL(`./src/ranks/${encoding}.bin`, import.meta.url),
    deflateRawSync(table, { level: 9 }),
  );
}
