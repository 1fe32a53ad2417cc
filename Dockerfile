# Two images from one build: `docker build --target ingest .` and `--target web`. docker-compose.yml builds both; docs/operating.md says
# what they are told by their environment.

FROM node:20-bookworm-slim AS build
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1 TURBO_TELEMETRY_DISABLED=1
COPY . .
RUN --mount=type=cache,target=/root/.npm npm ci --include=dev
# Web is built for the path of Baton's address: docker build --build-arg BATON_URL=https://example.com/baton
ARG BATON_URL=
RUN npm run build

# Ingest, and the command `baton`: bundles without dependencies.
FROM node:20-bookworm-slim AS ingest
WORKDIR /app
ENV NODE_ENV=production NODE_OPTIONS=--max-old-space-size=256
ENV BATON_PROJECT_ROOT=/app BATON_INGEST_HOST=0.0.0.0 BATON_INGEST_PORT=3001
COPY --from=build /app/apps/ingest/dist apps/ingest/dist
COPY --from=build /app/apps/cli/dist apps/cli/dist
COPY --from=build /app/packages/db/migrations packages/db/migrations
COPY --from=build /app/sample/data sample/data
USER node
EXPOSE 3001
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=6 \
  CMD ["node", "--eval", "fetch('http://127.0.0.1:3001/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/ingest/dist/main.mjs"]

# Web: the standalone server that the installed package runs too.
FROM node:20-bookworm-slim AS web
WORKDIR /app
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 HOSTNAME=0.0.0.0 PORT=3000
COPY --from=build /app/apps/web/.next/standalone apps/web/.next/standalone
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=6 \
  CMD ["node", "--eval", "fetch('http://127.0.0.1:3000' + new URL(process.env.BATON_URL || 'http://x').pathname.replace(/[/]*$/, '/api/readyz')).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/web/.next/standalone/apps/web/server.js"]
