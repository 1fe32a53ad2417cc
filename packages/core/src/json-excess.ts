/** Deeper than anything agents, programs or pages send, and far below the depth that overflows the stack. */
const MAX_DEPTH = 200;

/**
 * More values than any event, document or span batch has (an OpenTelemetry exporter sends 512 spans with about
 * a hundred values each). If all values are invalid, each becomes an error of some kilobytes; half a million
 * errors exceed the memory of ingest.
 */
const MAX_VALUES = 120_000;

export interface JsonExcess {
  code: "too_deep" | "too_many_values";
  message: string;
}

/**
 * Checks the nesting and number of values of JSON before it is parsed. Parsed `[],[],…` needs twenty times
 * its size in memory, and walking a few megabytes of it takes seconds.
 *
 * @param bytes UTF-8; if it is not JSON, the result is arbitrary.
 * @param maxValues maximum number of commas, objects and arrays.
 * @returns the exceeded limit; null if it may be parsed.
 */
export function findJsonExcess(bytes: Uint8Array, maxValues: number = MAX_VALUES): JsonExcess | null {
  let depth = 0;
  let values = 1;
  let containers = 0;
  let isInString = false;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index];
    if (isInString) {
      if (byte === 0x5c) index += 1;
      else if (byte === 0x22) isInString = false;
    } else if (byte === 0x22) {
      isInString = true;
    } else if (byte === 0x7b || byte === 0x5b) {
      depth += 1;
      if (depth > MAX_DEPTH)
        return { code: "too_deep", message: `it is nested deeper than ${MAX_DEPTH} levels` };
      containers += 1;
      if (containers > maxValues) return tooMany(maxValues);
    } else if (byte === 0x7d || byte === 0x5d) {
      depth -= 1;
    } else if (byte === 0x2c) {
      values += 1;
      if (values > maxValues) return tooMany(maxValues);
    }
  }
  return null;
}

function tooMany(maxValues: number = MAX_VALUES): JsonExcess {
  return { code: "too_many_values", message: `it has more than ${maxValues} values` };
}
