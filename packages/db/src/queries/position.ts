/** Where a record stands, and always will: two equal lines are both real, and told apart by this alone. */
export interface Position {
  sourceFileId: number;
  generation: number;
  /** The byte offset of the line. */
  sequence: number;
  /** The record's place in its line. */
  ordinal: number;
}

/** A position as text: what names a record that has no identity of its own. */
export function positionKey({ sourceFileId, generation, sequence, ordinal }: Position): string {
  return `${sourceFileId}.${generation}.${sequence}.${ordinal}`;
}
