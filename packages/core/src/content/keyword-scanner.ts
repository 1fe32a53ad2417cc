/** Entries per state, one per byte. */
const ROW = 256;

/** Texts of up to this many characters need no new buffer. */
const BUFFER_LENGTH = 64 * 1024;

/**
 * Finds any number of words in one pass over a text (Aho and Corasick, "Efficient string matching", 1975).
 * Ignores case.
 */
export class KeywordScanner {
  /** The next state for each state and byte. A state is the index of its row; 0 is the start. */
  readonly #next: Uint32Array;
  /** States from this one on complete a word. */
  readonly #firstEnding: number;
  /** The indices of the words that each state from `#firstEnding` on completes. */
  readonly #endings: readonly (readonly number[])[];
  readonly #buffer = Buffer.alloc(BUFFER_LENGTH);

  /** @param words of ASCII. */
  constructor(words: readonly string[]) {
    const nodes = new Trie(words).list();
    const endings = nodes.filter(({ words: ended }) => ended.length > 0);
    const states = [...nodes.filter(({ words: ended }) => ended.length === 0), ...endings];
    const rows = new Map(states.map((node, index) => [node, index * ROW]));
    this.#firstEnding = (states.length - endings.length) * ROW;
    this.#endings = endings.map((node) => node.words);
    this.#next = new Uint32Array(states.length * ROW);
    for (const node of nodes) {
      const row = rows.get(node) ?? 0;
      const fallback = (node.fallback && rows.get(node.fallback)) ?? 0;
      this.#next.copyWithin(row, fallback, fallback + ROW);
      for (const [code, child] of node.children) {
        const next = rows.get(child) ?? 0;
        this.#next[row + code] = next;
        this.#next[row + unfold(code)] = next;
      }
    }
  }

  /**
   * Returns true if `accepts` takes any found word. Compares only the lower byte of characters beyond U+00FF,
   * so check the text to be sure.
   *
   * @param accepts receives the word's index in the set and the text index after its last character.
   */
  some(text: string, accepts: (word: number, end: number) => boolean): boolean {
    const bytes = this.#bytesOf(text);
    const next = this.#next;
    const firstEnding = this.#firstEnding;
    let state = 0;
    for (let index = 0; index < text.length; index += 1) {
      state = next[state + (bytes[index] ?? 0)] ?? 0;
      if (state < firstEnding) continue;
      for (const word of this.#endings[(state - firstEnding) / ROW] ?? []) {
        if (accepts(word, index + 1)) return true;
      }
    }
    return false;
  }

  /** One byte per character, which is twice as fast to scan as the text itself. */
  #bytesOf(text: string): Buffer {
    if (text.length > BUFFER_LENGTH) return Buffer.from(text, "latin1");
    this.#buffer.write(text, "latin1");
    return this.#buffer;
  }
}

/** The prefix of one or several words. */
class Node {
  readonly children = new Map<number, Node>();
  words: number[] = [];
  /** The node of the longest suffix of this prefix that starts a word. */
  fallback: Node | null = null;

  after(code: number): Node {
    return this.children.get(code) ?? this.fallback?.after(code) ?? this.#root();
  }

  #root(): Node {
    return this.fallback ? this.fallback.#root() : this;
  }
}

class Trie {
  readonly #root = new Node();

  constructor(words: readonly string[]) {
    for (const [index, word] of words.entries()) {
      let node = this.#root;
      for (let at = 0; at < word.length; at += 1) {
        const code = fold(word.charCodeAt(at));
        const child = node.children.get(code) ?? new Node();
        node.children.set(code, child);
        node = child;
      }
      node.words.push(index);
    }
  }

  /** Returns all nodes with their fallbacks and words, each after its fallback; the root first. */
  list(): Node[] {
    const nodes = [this.#root];
    for (const node of nodes) {
      for (const [code, child] of node.children) {
        child.fallback = node.fallback ? node.fallback.after(code) : this.#root;
        child.words = [...child.words, ...child.fallback.words];
        nodes.push(child);
      }
    }
    return nodes;
  }
}

/** Maps the code of a capital letter to that of the small one. */
function fold(code: number): number {
  return code >= 0x41 && code <= 0x5a ? code + 0x20 : code;
}

/** Maps the code of a small letter to that of the capital one. */
function unfold(code: number): number {
  return code >= 0x61 && code <= 0x7a ? code - 0x20 : code;
}
