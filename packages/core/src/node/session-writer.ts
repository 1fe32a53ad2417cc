import { type FileHandle, mkdir, open, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { CapturedContent } from "../scoping/describe-handoff";

const NEWLINE = "\n".charCodeAt(0);

/**
 * Appends events to a session file. Each event is one line in one `write` call, so that readers never see
 * mixed lines. If the file ends with a partial line, as after a crash, starts a new one.
 */
export class SessionWriter {
  readonly #path: string;
  readonly #syncs: boolean;
  readonly #capturesContent: boolean;
  #last: Promise<void> = Promise.resolve();

  /**
   * @param options.path           session file (`….jsonl`); creates its folder if it is missing.
   * @param options.fsync waits until each line is on disk: slower, but survives a power loss.
   * @param options.captureContent stores the content of handoffs in `contexts/{sha256}.json` next to the
   * session.
   */
  constructor(options: { path: string; fsync?: boolean; captureContent?: boolean }) {
    this.#path = options.path;
    this.#syncs = options.fsync ?? false;
    this.#capturesContent = options.captureContent ?? false;
  }

  /**
   * Appends an event, in the order of the calls.
   *
   * @param event   a JSON object.
   * @param content content captured by `scopeContext`; written before the event, so that a reader of the
   * event finds it.
   * @throws file system errors (`ENOSPC`, `EACCES` …); the file may then end with a partial line.
   */
  append(event: object, content: CapturedContent | null = null): Promise<void> {
    const done = this.#last.then(async () => {
      if (content !== null && this.#capturesContent) await this.#keep(content);
      await this.#appendLine(JSON.stringify(event));
    });
    this.#last = done.catch(() => {});
    return done;
  }

  /** Resolves when all events so far are written, or failed to be. */
  written(): Promise<void> {
    return this.#last;
  }

  async #appendLine(line: string): Promise<void> {
    await mkdir(dirname(this.#path), { recursive: true });
    const file = await open(this.#path, "a+");
    try {
      const bytes = Buffer.from(`${(await endsInHalfALine(file)) ? "\n" : ""}${line}\n`);
      const { bytesWritten } = await file.write(bytes);
      if (bytesWritten < bytes.length)
        throw new Error(`only ${bytesWritten} of ${bytes.length} bytes were written`);
      if (this.#syncs) await file.sync();
    } finally {
      await file.close();
    }
  }

  /**
   * The name of the file is its hash, so writing it twice is harmless; the rename prevents readers from
   * seeing a partial file.
   */
  async #keep({ sha256, json }: CapturedContent): Promise<void> {
    const folder = join(dirname(this.#path), "contexts");
    const path = join(folder, `${sha256}.json`);
    await mkdir(folder, { recursive: true });
    await writeFile(`${path}.partial`, json, { flush: this.#syncs });
    await rename(`${path}.partial`, path);
  }
}

async function endsInHalfALine(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return false;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] !== NEWLINE;
}
