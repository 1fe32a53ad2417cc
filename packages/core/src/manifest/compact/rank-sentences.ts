import { UndirectedGraph } from "graphology";
import pagerank from "graphology-metrics/centrality/pagerank.js";
import { longWords } from "../../long-words";
import type { Excerpt } from "./source-text";

/**
 * Ranks sentences by how much they share with the others, best first. TextRank: R. Mihalcea and P. Tarau,
 * "TextRank: Bringing Order into Texts", EMNLP 2004, with the similarity of two sentences as shared words
 * over the logarithms of their lengths. In a long text only the sentences with the most frequent words take
 * part, to keep the graph small.
 */
export function rankSentences(sentences: readonly Excerpt[]): Excerpt[] {
  const distinct = new Map(sentences.map((sentence) => [sentence.text, sentence]));
  const nodes = mostFrequent(
    [...distinct.values()].map((excerpt) => ({ excerpt, words: new Set(longWords(excerpt.text)) })),
  );
  const graph = new UndirectedGraph<object, { weight: number }>();
  for (const index of nodes.keys()) graph.addNode(index);
  for (const [a, { words }] of nodes.entries()) {
    for (const [b, other] of nodes.slice(0, a).entries()) {
      const weight = similarity(words, other.words);
      if (weight > 0) graph.addEdge(a, b, { weight });
    }
  }
  const scores = graph.size === 0 ? {} : pagerank(graph, { getEdgeWeight: "weight", maxIterations: 500 });
  return [...nodes.entries()]
    .sort(([a], [b]) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
    .map(([, { excerpt }]) => excerpt);
}

interface Node {
  readonly excerpt: Excerpt;
  readonly words: ReadonlySet<string>;
}

/** A graph of this many sentences has 80,000 edges at most. */
const MAX_SENTENCES = 400;

/**
 * Returns the nodes in order; if too many, those with the highest mean word frequency (SumBasic, Nenkova and
 * Vanderwende, 2005).
 */
function mostFrequent(nodes: readonly Node[]): readonly Node[] {
  if (nodes.length <= MAX_SENTENCES) return nodes;
  const frequencies = new Map<string, number>();
  for (const { words } of nodes) {
    for (const word of words) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
  }
  const mean = ({ words }: Node) =>
    [...words].reduce((sum, word) => sum + (frequencies.get(word) ?? 0), 0) / Math.max(words.size, 1);
  const scored = nodes.map((node, index) => ({ node, index, score: mean(node) }));
  const best = scored.sort((a, b) => b.score - a.score || a.index - b.index).slice(0, MAX_SENTENCES);
  return best.sort((a, b) => a.index - b.index).map(({ node }) => node);
}

function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size < 2 || b.size < 2) return 0;
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const word of small) if (large.has(word)) shared += 1;
  return shared / (Math.log(a.size) + Math.log(b.size));
}
