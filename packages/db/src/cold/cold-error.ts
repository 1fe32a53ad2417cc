/** A reason why a file of the cold store cannot be used, and what to do; for the person who needs it. */
export class ColdError extends Error {
  override readonly name = "ColdError";
}
