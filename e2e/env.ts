/** Variables that `scripts/end-to-end.mjs` sets for the Baton of the tests. */
export const {
  /** URL of the web server. */
  BATON_ADDRESS = "",
  /** The folder that ingest follows. */
  BATON_FOLLOW = "",
  /** One-time sign-in link. */
  BATON_SIGN_IN_LINK = "",
  DATABASE_URL = "",
} = process.env;
