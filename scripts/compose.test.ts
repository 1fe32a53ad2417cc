import { existsSync } from "node:fs";
import { join } from "node:path";
import { AUDIT_ROLES_SQL } from "@baton/db/server";
import { INGEST_NODE_OPTIONS, PROGRAMS } from "@baton/launch";
import { describe, expect, it } from "vitest";
import { environmentOf, lastOf, readComposeFile, readStages, type Service, type Stage } from "./compose-file";
import { ROOT, readText, readVariableTable } from "./operating-table";

const COMPOSE = readText("docker-compose.yml");
const DOCKERFILE = readText("Dockerfile");

const isOneOff = ({ restart }: Service) => restart === "no";

/**
 * Returns a linter's findings about an image's stages, for the hadolint rules that apply to them (DL3006,
 * 3007, 3002, 3000, 3025).
 */
function findImageFaults(stages: readonly Stage[]): string[] {
  const names = stages.map(({ name }) => name);
  return stages.flatMap((stage) => {
    const isBuilt = names.includes(stage.base);
    const user = lastOf(stage, "USER");
    const command = lastOf(stage, "CMD") ?? "";
    return [
      ...(isBuilt || isPinned(stage.base) ? [] : [`${stage.name}: ${stage.base} names no version`]),
      ...(/^\//.test(lastOf(stage, "WORKDIR") ?? "/") ? [] : [`${stage.name}: its folder is relative`]),
      ...(isTarget(stage.name) && (user === undefined || /^(?:root|0)\b/.test(user))
        ? [`${stage.name}: runs as root`]
        : []),
      ...(isTarget(stage.name) && !lastOf(stage, "HEALTHCHECK")?.includes('CMD ["')
        ? [`${stage.name}: nobody sees whether it is well`]
        : []),
      ...(isTarget(stage.name) && !/^\["node", /.test(command)
        ? [`${stage.name}: a shell stands before it`]
        : []),
    ];
  });
}

const isPinned = (image: string) => /:[\w.-]+$/.test(image) && !image.endsWith(":latest");
const isTarget = (name: string) => ["ingest", "web"].includes(name);

/** Returns the program in an image's command if Baton has no program of that name. */
function findMissingProgram(words: readonly string[]): string[] {
  const [, program = "", subcommand] = words;
  const path = program.replace(/^\/app\//, "");
  if (path === PROGRAMS.web) return [];
  const [, app] = /^apps\/(\w+)\/dist\//.exec(path) ?? [];
  if (app === undefined) return existsSync(join(ROOT, path)) ? [] : [`there is no ${path}`];
  const isBuilt = readText(`apps/${app}/build.mjs`).includes(`"${path.replace(`apps/${app}/`, "")}"`);
  const isKnown = app !== "cli" || existsSync(join(ROOT, `apps/cli/src/commands/${subcommand}.ts`));
  return [
    ...(isBuilt ? [] : [`nothing builds ${path}`]),
    ...(isKnown ? [] : [`there is no baton ${subcommand}`]),
  ];
}

/** Returns the errors of the two files together. */
function findFaults(compose: string, dockerfile: string): string[] {
  const stages = readStages(dockerfile);
  const { services, volumes } = readComposeFile(compose);
  const variables = readVariableTable();
  const readerOf: Record<string, string> = { ingest: "ingest", web: "web" };
  const faults = Object.entries(services).flatMap(([name, service]) => {
    const stage = stages.find((candidate) => candidate.name === service.build?.target);
    const given = Object.keys(service.environment).filter((key) => !key.startsWith("POSTGRES_"));
    const set = stage ? Object.keys(environmentOf(stage)).filter((key) => key.startsWith("BATON_")) : [];
    const words = service.command ?? JSON.parse((stage && lastOf(stage, "CMD")) ?? "[]");
    return [
      ...(service.image === undefined ? [] : isPinned(service.image) ? [] : ["its image names no version"]),
      ...(service.build && !stage ? [`no stage is called ${service.build.target}`] : []),
      ...(stage ? findMissingProgram(words) : []),
      ...(service.privileged || /^(?:root|0)\b/.test(service.user ?? "") ? ["runs as root"] : []),
      ...(service.restart === undefined ? ["nothing starts it again"] : []),
      ...(isOneOff(service) || service.healthcheck || (stage && lastOf(stage, "HEALTHCHECK"))
        ? []
        : ["nobody sees whether it is well"]),
      ...given.filter((key) => !variables.has(key)).map((key) => `${key} is in no table`),
      ...[...given, ...set]
        .filter((key) => readerOf[name] && !variables.get(key)?.includes(readerOf[name]))
        .map((key) => `it does not read ${key}`),
      ...service.ports
        .filter((port) => !port.startsWith("127.0.0.1:"))
        .map((port) => `${port} is open to all`),
      ...Object.keys(service.depends_on)
        .filter((other) => !services[other])
        .map((other) => `it waits for ${other}, which is not there`),
      ...service.volumes
        .map((volume) => volume.replace(/\$\{[^}]*\}/, "./").split(":")[0] ?? "")
        .filter((source) => !source.startsWith("./") && !Object.hasOwn(volumes, source))
        .map((source) => `${source} is no volume`),
    ].map((fault) => `${name}: ${fault}`);
  });
  const asked = [...compose.matchAll(/\$\{([A-Z_]+)/g)].flatMap(([, name]) => name ?? []);
  const unknown = asked.filter((name) => !variables.get(name)?.includes("Compose"));
  return [...findImageFaults(stages), ...faults, ...unknown.map((name) => `${name} is in no table`)];
}

describe("docker-compose.yml and the Dockerfile", () => {
  it("have no linter finding, and match the table of variables", () => {
    expect(findFaults(COMPOSE, DOCKERFILE)).toEqual([]);
  });

  it.each([
    ["postgres: its image names no version", "image: postgres:18", "image: postgres:latest"],
    [
      "ingest: no stage is called ingester",
      "    build:\n      context: .\n      target: ingest\n    deploy",
      "    build:\n      context: .\n      target: ingester\n    deploy",
    ],
    ["migrate: there is no baton migrat", '"migrate"]', '"migrat"]'],
    ["migrate: nothing starts it again", '    restart: "no"\n', ""],
    ["postgres: nobody sees whether it is well", "healthcheck:", "x-healthcheck:"],
    ["ingest: BATON_FOLOW is in no table", "BATON_FOLLOW", "BATON_FOLOW"],
    ["ingest: it does not read BATON_SECRET", "BATON_FOLLOW: /sessions", "BATON_SECRET: none"],
    ["web: 3000:3000 is open to all", "127.0.0.1:3000:3000", "3000:3000"],
    ["postgres: databases is no volume", "- database:", "- databases:"],
    ["BATON_WORKSPACE is in no table", "${BATON_URL", "${BATON_WORKSPACE"],
  ])("are caught with the error (negative control): %s", (fault, from, to) => {
    expect(COMPOSE).toContain(from);
    expect(findFaults(COMPOSE.replace(from, to), DOCKERFILE)).toContain(fault);
  });

  it.each([
    ["build: node names no version", "FROM node:20-bookworm-slim AS build", "FROM node AS build"],
    ["ingest: runs as root", "USER node\nEXPOSE 3001", "EXPOSE 3001"],
    ["web: nobody sees whether it is well", /HEALTHCHECK [^\n]*\n[^\n]*:3000.*\n/, ""],
    [
      "ingest: its folder is relative",
      "WORKDIR /app\nENV NODE_ENV=production NODE_OPTIONS",
      "WORKDIR app\nENV NODE_ENV=production NODE_OPTIONS",
    ],
    ["ingest: nothing builds apps/ingest/dist/main.js", "dist/main.mjs", "dist/main.js"],
    ["ingest: a shell stands before it", 'CMD ["node", "apps/ingest', 'CMD node ["apps/ingest'],
  ])("are caught with the error in the Dockerfile (negative control): %s", (fault, from, to) => {
    const broken = DOCKERFILE.replace(from, to);
    expect(broken).not.toBe(DOCKERFILE);
    const stages = readStages(broken);
    expect([...findImageFaults(stages), ...programFaults(stages)]).toContain(fault);
  });

  it("limit the memory of ingest as without Docker", () => {
    const stage = readStages(DOCKERFILE).find(({ name }) => name === "ingest");
    expect(stage && environmentOf(stage).NODE_OPTIONS).toBe(INGEST_NODE_OPTIONS);
  });

  it("check health at the addresses of the programs", () => {
    const asked = [...DOCKERFILE.matchAll(/fetch\('http:\/\/127\.0\.0\.1:(\d+)(.*)\)\.then/g)];
    const path = "new URL(process.env.BATON_URL || 'http://x').pathname";
    expect(asked.map(([, port, path]) => `${port}${path}`)).toEqual([
      "3001/readyz'",
      `3000' + ${path}.replace(/[/]*$/, '/api/readyz')`,
    ]);
    expect(readText("apps/ingest/src/http/app.ts")).toContain('app.get("/readyz"');
    expect(existsSync(join(ROOT, "apps/web/src/app/api/readyz/route.ts"))).toBe(true);
  });

  it("give the audit log to its own role, with the SQL that the command prints", () => {
    const sql = readText("deploy/postgres/20-audit-log.sql").replace(/^--.*\n/, "");
    expect(sql.trim()).toBe(AUDIT_ROLES_SQL.trim());
  });
});

function programFaults(stages: readonly Stage[]): string[] {
  return stages
    .filter(({ name }) => isTarget(name))
    .flatMap((stage) => {
      const command = lastOf(stage, "CMD") ?? "";
      const words: string[] = command.startsWith("[") ? JSON.parse(command) : [];
      return findMissingProgram(words).map((fault) => `${stage.name}: ${fault}`);
    });
}
