/**
 * Paths of the built programs and of the files they read, relative to the root of the product. A clone, the
 * installed package and the Docker images have the same folders.
 */
export const PROGRAMS = {
  baton: "apps/cli/dist/baton.mjs",
  ingest: "apps/ingest/dist/main.mjs",
  web: "apps/web/.next/standalone/apps/web/server.js",
  migrations: "packages/db/migrations",
  sample: "sample/data",
};
