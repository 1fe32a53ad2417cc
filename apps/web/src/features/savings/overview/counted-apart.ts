/** Tokens that two fields share, such as a comma between them, count for both. */
export const COUNTED_APART = "Fields are counted separately, so their sum can differ from the tokens saved.";
