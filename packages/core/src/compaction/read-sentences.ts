import { type Artifact, eachPassage, readArtifact } from "../manifest/compact/artifact";
import { HeadingReader } from "../manifest/compact/heading-meaning";
import { createParsingAllowance } from "../manifest/compact/read-markdown";
import type { Excerpt } from "../manifest/compact/source-text";

/** Parses Markdown texts with one shared allowance, in linear time for any content. */
export function readTexts(texts: readonly string[], allowance = createParsingAllowance()): Artifact {
  const files = texts.map((text) => ({ path: null, text }));
  return readArtifact(files, new HeadingReader(), allowance);
}

/** The sentences of texts, in their order, without code. What was too costly to parse has none. */
export function listSentences(texts: readonly string[], allowance = createParsingAllowance()): Excerpt[] {
  return [...eachPassage(readTexts(texts, allowance))].flatMap(({ passage }) => [...passage.sentences]);
}
