/** Tokens that two fields share, such as a comma between them, are counted with each. */
export const COUNTED_APART = "Fields are counted separately, so their sum can differ from the tokens saved.";
