/** Result of one check. */
export interface Check {
  name: string;
  /** A note is worth knowing, and Baton runs all the same. */
  state: "ok" | "note" | "problem";
  message: string;
  /** Next step for a note or a problem. */
  advice?: string;
}
