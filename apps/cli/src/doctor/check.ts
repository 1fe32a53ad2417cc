/** Result of one check. */
export interface Check {
  name: string;
  /** A note does not prevent Baton from running. */
  state: "ok" | "note" | "problem";
  message: string;
  /** Next step for a note or a problem. */
  advice?: string;
}
