import { type Artifact, eachPassage, readArtifact } from "../manifest/compact/artifact";
import { HeadingReader } from "../manifest/compact/heading-meaning";
import type { Excerpt } from "../manifest/compact/source-text";

/** Reads texts in Markdown with one allowance for all of them: time is linear in their length, whatever stands in them. */
export function readTexts(texts: readonly string[]): Artifact {
  return readArtifact(
    texts.map((text) => ({ path: null, text })),
    new HeadingReader(),
  );
}

/** The sentences of texts, in their order, without code. What was too costly to parse has none. */
export function listSentences(texts: readonly string[]): Excerpt[] {
  return [...eachPassage(readTexts(texts))].flatMap(({ passage }) => [...passage.sentences]);
}
