# Two images from one build: `docker build --target ingest .` and `--target web`. docker-compose.yml builds both.

FROM node:20-bookworm-slim AS build
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1 TURBO_TELEMETRY_DISABLED=1
# What npm reads comes first, so that a change of source code alone installs nothing anew.
COPY package.json package-lock.json .npmrc ./
COPY apps/cli/package.json apps/cli/
COPY apps/cli/bin apps/cli/bin
COPY apps/ingest/package.json apps/ingest/
COPY apps/web/package.json apps/web/
COPY packages/core/package.json packages/core/
COPY packages/db/package.json packages/db/
COPY packages/ui/package.json packages/ui/
COPY examples/conformance/package.json examples/conformance/
COPY examples/langgraph/package.json examples/langgraph/
COPY examples/openai-agents/package.json examples/openai-agents/
COPY examples/orchestrator-loop/package.json examples/orchestrator-loop/
COPY examples/session/package.json examples/session/
COPY e2e/package.json e2e/
RUN npm ci --include=dev
COPY . .
RUN npm run build

# What the web server needs at run time, and no more.
FROM build AS production
RUN npm ci --omit=dev --workspace=@baton/web

FROM node:20-bookworm-slim AS ingest
WORKDIR /app
ENV NODE_ENV=production BATON_PROJECT_ROOT=/app BATON_INGEST_PORT=3001
COPY --from=build /app/apps/ingest/dist apps/ingest/dist
COPY --from=build /app/apps/cli/dist apps/cli/dist
COPY --from=build /app/packages/db/migrations packages/db/migrations
USER node
CMD ["node", "apps/ingest/dist/main.mjs"]

FROM node:20-bookworm-slim AS web
WORKDIR /app/apps/web
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1
COPY --from=production --chown=node:node /app/package.json /app/package.json
COPY --from=production --chown=node:node /app/node_modules /app/node_modules
COPY --from=production --chown=node:node /app/apps/web /app/apps/web
USER node
EXPOSE 3000
CMD ["node", "/app/node_modules/next/dist/bin/next", "start", "--hostname", "0.0.0.0", "--port", "3000"]
