import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  statSync,
  writeSync,
} from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";
import { crypto } from "./crypto";
import { readLastLines } from "./file-tail";

const FOLDERS = [".claude", "logs"];
const PREFIX = "baton-";
const SUFFIX = ".jsonl";

/** About five thousand tool calls: more than fit into any context. */
const TAIL_BYTES = 1024 * 1024;

const NEWLINE = "\n".charCodeAt(0);

/**
 * The events of one session, `.claude/logs/baton-{session}.jsonl` in its project: a session file with one
 * event per line. Appends each line by one `write`, so that simultaneous tools lose none (POSIX `O_APPEND`).
 * Synchronous, because the host waits for the process anyway.
 */
export class HookLog {
  /** Null keeps nothing. */
  readonly #file: number | null;

  private constructor(file: number | null) {
    this.#file = file;
  }

  /**
   * Opens the log of a session, and creates it if it is missing.
   *
   * @throws file system errors, and an Error if the folder or file points outside the project.
   */
  static open(project: string, sessionId: string): HookLog {
    return HookLog.#openFile(join(openFolder(project), `${PREFIX}${fileNameOf(sessionId)}${SUFFIX}`));
  }

  /** Opens the most recent log; null without one. Throws like `open`. */
  static openLatest(project: string): HookLog | null {
    const folder = openFolder(project);
    const [latest] = readdirSync(folder)
      .filter((name) => name.startsWith(PREFIX) && name.endsWith(SUFFIX))
      .map((name) => ({ path: join(folder, name), changedAt: statSync(join(folder, name)).mtimeMs }))
      .sort((a, b) => b.changedAt - a.changedAt);
    return latest ? HookLog.#openFile(latest.path) : null;
  }

  /** Returns a log that keeps nothing. */
  static without(): HookLog {
    return new HookLog(null);
  }

  static #openFile(path: string): HookLog {
    const { O_APPEND, O_CREAT, O_RDWR, O_NOFOLLOW, O_NONBLOCK } = constants;
    const file = openSync(path, O_APPEND | O_CREAT | O_RDWR | O_NOFOLLOW | O_NONBLOCK);
    const stats = fstatSync(file);
    if (stats.isFile() && stats.nlink === 1) return new HookLog(file);
    closeSync(file);
    throw new Error(`${path} is not a regular file with a single link`);
  }

  append(event: object): void {
    if (this.#file === null) return;
    const bytes = Buffer.from(`${endsInHalfALine(this.#file) ? "\n" : ""}${JSON.stringify(event)}\n`);
    const written = writeSync(this.#file, bytes);
    if (written < bytes.length) throw new Error(`only ${written} of ${bytes.length} bytes were written`);
  }

  /** Returns the last lines, oldest first. */
  readLines(): string[] {
    return this.#file === null ? [] : readLastLines(this.#file, TAIL_BYTES);
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
  }
}

function endsInHalfALine(file: number): boolean {
  const { size } = fstatSync(file);
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  readSync(file, last, 0, 1, size - 1);
  return last[0] !== NEWLINE;
}

/** Opens the folder of logs, and creates missing folders, but nothing outside of the project. */
function openFolder(project: string): string {
  const root = realpathSync(project);
  let folder = root;
  for (const name of FOLDERS) {
    const next = join(folder, name);
    mkdirSync(next, { recursive: true });
    folder = realpathSync(next);
    const path = relative(root, folder);
    if (path === ".." || path.startsWith(`..${sep}`) || isAbsolute(path)) {
      throw new Error(`${next} leads out of the project`);
    }
  }
  return folder;
}

/** Returns the session ID if it is a valid file name, otherwise its hash. */
function fileNameOf(sessionId: string): string {
  if (/^[\w-]{1,128}$/.test(sessionId)) return sessionId;
  return crypto().createHash("sha256").update(sessionId).digest("hex").slice(0, 32);
}
