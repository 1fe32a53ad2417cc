import { countTokens, type Encoding } from "@baton/core/tokens";
import { Tokenizer } from "ai-tokenizer";
import { get_encoding } from "tiktoken";

/** Creates a token counter with a loaded vocabulary. */
export type CreateCounter = (encoding: Encoding) => Promise<(text: string) => number>;

export const OURS = "Baton";
export const WASM = "tiktoken (WASM)";

/** Exact counters for every system with Node, Baton's first. */
export const TOKEN_COUNTERS: ReadonlyMap<string, CreateCounter> = new Map([
  [OURS, createOurs],
  ["ai-tokenizer", createAiTokenizer],
  ["gpt-tokenizer", createGptTokenizer],
  [WASM, createWasm],
]);

async function createOurs(encoding: Encoding) {
  countTokens("", encoding);
  return (text: string) => countTokens(text, encoding);
}

async function createAiTokenizer(encoding: Encoding) {
  const ranks =
    encoding === "cl100k_base"
      ? await import("ai-tokenizer/encoding/cl100k_base")
      : await import("ai-tokenizer/encoding/o200k_base");
  const tokenizer = new Tokenizer(ranks);
  return (text: string) => tokenizer.count(text);
}

async function createGptTokenizer(encoding: Encoding) {
  const { countTokens: count } =
    encoding === "cl100k_base"
      ? await import("gpt-tokenizer/encoding/cl100k_base")
      : await import("gpt-tokenizer/encoding/o200k_base");
  return (text: string) => count(text);
}

async function createWasm(encoding: Encoding) {
  const tiktoken = get_encoding(encoding);
  return (text: string) => tiktoken.encode_ordinary(text).length;
}
