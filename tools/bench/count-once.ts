import { ENCODINGS } from "@baton/core/tokens";
import { createText, writeCjk } from "./texts";
import { TOKEN_COUNTERS } from "./token-counters";

/** Milliseconds until a counter was ready, and until it had counted the first text of its process. */
export interface ColdCount {
  readonly reading: number;
  readonly counting: number;
}

// A separate process, because earlier counts leave caches and compiled code.
const [name = "", encodingName] = process.argv.slice(2);
const createCounter = TOKEN_COUNTERS.get(name);
const encoding = ENCODINGS.find((known) => known === encodingName);
if (!createCounter || !encoding) throw new Error(`there is no counter ${name} of ${encodingName}`);
const text = createText(writeCjk, 1_000_000);
const start = performance.now();
const count = await createCounter(encoding);
const ready = performance.now();
count(text);
const cold: ColdCount = { reading: ready - start, counting: performance.now() - ready };
process.stdout.write(JSON.stringify(cold));
