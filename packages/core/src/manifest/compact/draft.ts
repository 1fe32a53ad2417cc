import type { Excerpt } from "./source-text";

/** One item of a manifest, with its pieces of the source. */
export interface DraftItem {
  /** The value in the manifest: a text, or an object whose texts are the pieces. */
  readonly value: unknown;
  readonly pieces: readonly DraftPiece[];
}

/** A text of an item. `key` is its key in an object; "" if the item is the text. */
export interface DraftPiece {
  readonly key: string;
  readonly text: string;
  /** Null for information from the file tree. */
  readonly excerpt: Excerpt | null;
}

/** The items of one key of a manifest, best first. */
export interface DraftPart {
  /** A JSON Pointer (RFC 6901) into the manifest. */
  readonly pointer: string;
  /** True if the items are sentences joined to one text, in source order. */
  readonly isJoined: boolean;
  readonly items: readonly DraftItem[];
}

function textItem(excerpt: Excerpt): DraftItem {
  return { value: excerpt.text, pieces: [{ key: "", text: excerpt.text, excerpt }] };
}

export function listPart(pointer: string, excerpts: readonly Excerpt[]): DraftPart {
  return { pointer, isJoined: false, items: excerpts.map(textItem) };
}

export function joinedPart(pointer: string, excerpts: readonly Excerpt[]): DraftPart {
  return { pointer, isJoined: true, items: excerpts.map(textItem) };
}
