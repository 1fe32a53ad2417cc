import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The programs of PostgreSQL with Citus, in a folder of their own. */
export interface CitusBuild {
  /** Folder of `postgres` and `initdb`. */
  bin: string;
  /** Versions of both, for reports. */
  versions: { citus: string; postgresql: string };
}

/**
 * Builds Citus against the installed PostgreSQL, unless it was built before. PostgreSQL finds its files relative to its
 * program, so a copy of it next to the build leaves the installed one unchanged.
 *
 * @param options.source the source tree of Citus; its files are copied.
 * @param options.folder receives the build, in a subfolder per version.
 * @param options.pgConfig the program `pg_config` of the development files.
 * @throws if a step fails, with the last lines of its output.
 */
export function buildCitus({
  source,
  folder,
  pgConfig,
}: {
  source: string;
  folder: string;
  pgConfig: string;
}): CitusBuild {
  const citus = /PACKAGE_VERSION='([^']*)'/.exec(readFileSync(join(source, "configure"), "utf8"))?.[1] ?? "";
  const ask = (flag: string) => run(pgConfig, [flag], folder).trim();
  mkdirSync(folder, { recursive: true });
  const versions = { citus, postgresql: ask("--version").replace(/^PostgreSQL /, "") };
  const prefix = join(folder, `${citus}-${versions.postgresql.split(" ")[0]}`);
  const bin = join(prefix, ask("--bindir"));
  if (existsSync(join(prefix, "built"))) return { bin, versions };
  const tree = join(folder, "source");
  for (const path of [prefix, tree]) rmSync(path, { recursive: true, force: true });
  // `make` would generate `configure` again if its time were later.
  cpSync(source, tree, { recursive: true, preserveTimestamps: true });
  renameClash(tree, join(ask("--includedir-server"), "commands", "dbcommands.h"));
  run("./configure", [`PG_CONFIG=${pgConfig}`, "--without-libcurl"], tree);
  run("make", ["-j2", "with_llvm=no", "extension"], tree);
  for (const path of [dirname(ask("--bindir")), ask("--sharedir")]) {
    cpSync(path, join(prefix, path), { recursive: true, dereference: true });
  }
  run("make", ["with_llvm=no", "install", `DESTDIR=${prefix}`], tree);
  rmSync(tree, { recursive: true });
  chmodSync(prefix, 0o755);
  writeFileSync(join(prefix, "built"), "");
  return { bin, versions };
}

/** Renames a function of Citus 13.2 that PostgreSQL 15 declares since its minor version 19. */
function renameClash(tree: string, header: string): void {
  if (!/extern bool have_createdb_privilege/.test(readFileSync(header, "utf8"))) return;
  const changes = [
    ["src/include/pg_version_compat.h", /^have_createdb_privilege\(void\)/m],
    ["src/backend/distributed/commands/serialize_distributed_ddls.c", /\bhave_createdb_privilege\(\)/],
  ] as const;
  for (const [path, name] of changes) {
    const file = join(tree, path);
    writeFileSync(
      file,
      readFileSync(file, "utf8").replace(name, (call) => `citus_${call}`),
    );
  }
}

function run(program: string, parameters: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(program, parameters, {
    cwd,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (status === 0) return stdout;
  const output = `${stdout}\n${stderr}`.split("\n").slice(-30).join("\n");
  throw new Error(`${program} ${parameters.join(" ")} failed: ${error?.message ?? output}`);
}
