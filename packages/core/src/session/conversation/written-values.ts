import { z } from "zod";

/** A text that a client may leave out or write in another form; then null. */
export const text = z.string().nullish().catch(null);

/** A value of any kind, or none. */
export const data = z.unknown().optional();
