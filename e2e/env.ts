/** What `scripts/end-to-end.mjs` says of the Baton that it started for the tests. */
export const {
  /** Where the web server answers. */
  BATON_ADDRESS = "",
  /** The folder that ingest follows. */
  BATON_FOLLOW = "",
  /** Signs in whoever opens it, once. */
  BATON_SIGN_IN_LINK = "",
  DATABASE_URL = "",
} = process.env;
