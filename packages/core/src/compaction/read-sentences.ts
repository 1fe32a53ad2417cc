import { type Artifact, eachPassage, readArtifact } from "../manifest/compact/artifact";
import { HeadingReader } from "../manifest/compact/heading-meaning";
import { createParsingAllowance } from "../manifest/compact/read-markdown";
import type { Excerpt } from "../manifest/compact/source-text";

/** Parses Markdown texts with one shared allowance, in linear time for any content. */
export function readTexts(texts: readonly string[], allowance = createParsingAllowance()): Artifact {
  const files = texts.map((text) => ({ path: null, text }));
  return readArtifact(files, new HeadingReader(), allowance);
}

/** Returns the sentences of texts in order, without code. Skips text that was too expensive to parse. */
export function listSentences(texts: readonly string[], allowance = createParsingAllowance()): Excerpt[] {
  return [...eachPassage(readTexts(texts, allowance))].flatMap(({ passage }) => [...passage.sentences]);
}
