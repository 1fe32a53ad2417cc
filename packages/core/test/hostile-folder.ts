import { execFileSync } from "node:child_process";
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, sep } from "node:path";

export const INSIDE = "INSIDE";
export const OUTSIDE = "OUTSIDE";

/** True if device nodes can be created; otherwise a symlink to one replaces them. */
export const isRoot = process.getuid?.() === 0;

/** The file that is swapped, and its folders. */
export const DEEP_FILE = "sub/deeper/file.txt";

/** A folder with its own files, and a sibling with files of the same names that must not be read. */
export class HostileFolder {
  readonly base = realpathSync(mkdtempSync(join(tmpdir(), "baton-hostile-")));
  readonly folder = join(this.base, "project", "artifacts", "agent", "run");
  readonly outside = join(this.base, "outside");
  readonly #servers: Server[] = [];

  constructor() {
    for (const [folder, text] of [
      [this.folder, INSIDE],
      [this.outside, OUTSIDE],
      [`${this.folder}-2`, OUTSIDE],
    ] as const) {
      mkdirSync(join(folder, "sub", "deeper"), { recursive: true });
      for (const name of ["file.txt", "sub/file.txt", DEEP_FILE]) writeFileSync(join(folder, name), text);
    }
    execFileSync("mkfifo", [join(this.outside, "pipe")]);
  }

  at(name: string): string {
    return join(this.folder, name);
  }

  /** Fills the folder with entries of every kind. @returns their names */
  async plant(): Promise<string[]> {
    const { outside } = this;
    const links: Record<string, string> = {
      "link-to-file": join(outside, "file.txt"),
      "link-up": "../../../../outside/file.txt",
      "link-to-folder": outside,
      "link-to-root": "/",
      "link-to-parent": "..",
      "link-to-sibling": "../run-2/file.txt",
      "link-through-link": "link-to-folder/sub/file.txt",
      "link-in-and-out": "sub/../../../../../outside/file.txt",
      "link-to-null": "/dev/null",
      "link-to-zero": "/dev/zero",
      "link-to-terminal": "/dev/tty",
      "link-to-input": "/dev/stdin",
      "link-to-passwd": "/etc/passwd",
      "link-to-process": "/proc/self/environ",
      "link-by-process": `/proc/self/root${join(outside, "file.txt")}`,
      "link-by-directory": "/proc/self/cwd/package.json",
      "link-to-nothing": join(outside, "nothing"),
      "link-to-itself": "link-to-itself",
      "link-circle-1": "link-circle-2",
      "link-circle-2": "link-circle-1",
      "sub/link-up": "../../../../../outside/file.txt",
    };
    for (const [name, target] of Object.entries(links)) symlinkSync(target, this.at(name));
    linkSync(join(outside, "file.txt"), this.at("hard-link"));
    linkSync(join(outside, "sub/file.txt"), this.at("sub/hard-link"));
    symlinkSync("hard-link", this.at("link-to-hard-link"));
    linkSync(join(outside, "pipe"), this.at("pipe"));
    symlinkSync(join(outside, "pipe"), this.at("link-to-pipe"));
    if (isRoot) execFileSync("mknod", [this.at("device"), "c", "1", "5"]);
    else symlinkSync("/dev/zero", this.at("device"));
    const server = createServer();
    this.#servers.push(server);
    await new Promise<void>((resolve) => server.listen(this.at("socket"), resolve));
    return [
      ...Object.keys(links).filter((name) => !name.startsWith("link-to-folder")),
      "link-to-folder",
      "link-to-folder/file.txt",
      "link-to-folder/sub/deeper/file.txt",
      "link-to-parent/run-2/file.txt",
      "link-to-root/etc/passwd",
      "sub/../link-to-folder/file.txt",
      "hard-link",
      "sub/hard-link",
      "link-to-hard-link",
      "pipe",
      "link-to-pipe",
      "device",
      "socket",
      "sub",
      "sub/",
      ".",
      "",
      "./",
      "sub/..",
    ];
  }

  /** Restores the deep file and its folders. */
  restore(): void {
    rmSync(this.at("sub"), { recursive: true, force: true });
    mkdirSync(dirname(this.at(DEEP_FILE)), { recursive: true });
    writeFileSync(this.at(DEEP_FILE), INSIDE);
  }

  /** Ways to replace {@link DEEP_FILE}, or a folder above it, in one step. */
  get swaps(): (() => void)[] {
    const replace = (name: string, make: (path: string) => void) => () => {
      const made = join(this.base, "made");
      rmSync(made, { recursive: true, force: true });
      make(made);
      renameSync(this.at(name), join(this.base, `away-${Math.random()}`));
      renameSync(made, this.at(name));
    };
    return [
      replace(DEEP_FILE, (path) => symlinkSync(join(this.outside, DEEP_FILE), path)),
      replace("sub/deeper", (path) => symlinkSync(join(this.outside, "sub/deeper"), path)),
      replace("sub", (path) => symlinkSync(join(this.outside, "sub"), path)),
      replace(DEEP_FILE, (path) => linkSync(join(this.outside, DEEP_FILE), path)),
      replace(DEEP_FILE, (path) => linkSync(join(this.outside, "pipe"), path)),
      replace(DEEP_FILE, (path) => mkdirSync(path)),
    ];
  }

  /** Returns true if a descriptor is open for a file outside the folder. */
  isOutside(descriptor: number): boolean {
    const path = readlinkSync(`/proc/self/fd/${descriptor}`);
    return (
      path !== this.folder &&
      !path.startsWith(this.folder + sep) &&
      !path.startsWith(join(this.base, "away-"))
    );
  }

  remove(): void {
    for (const server of this.#servers) server.close();
    rmSync(this.base, { recursive: true, force: true });
  }
}

/** Returns names that lead outside the folder by their spelling. `outside`: an absolute path. */
export function hostileNames(outside: string): string[] {
  const up = "../../../../outside/file.txt";
  return [
    up,
    `./${up}`,
    `sub/../${up}`,
    "..",
    "../",
    "../..",
    "../run-2/file.txt",
    "sub/../../run-2/file.txt",
    "..//..//..//..//outside//file.txt",
    ".././../././../../outside/file.txt",
    `${"../".repeat(40)}etc/passwd`,
    `${"sub/../".repeat(40)}${up}`,
    "sub/deeper/../../../run-2/file.txt",
    "/etc/passwd",
    "//etc/passwd",
    "///etc/passwd",
    "/",
    `${outside}/file.txt`,
    "/proc/self/environ",
    "/dev/zero",
    "/etc/../etc/passwd",
    "/./etc/passwd",
    `file://${outside}/file.txt`,
    "file:///etc/passwd",
    "~/.ssh/id_rsa",
    "\\etc\\passwd",
    "..\\..\\..\\..\\outside\\file.txt",
    "sub\\..\\..\\run-2\\file.txt",
    "..\\../..\\../outside/file.txt",
    "C:\\Windows\\win.ini",
    "C:/Windows/win.ini",
    "c:file.txt",
    "\\\\server\\share\\file.txt",
    "\\\\?\\C:\\file.txt",
    "%2e%2e/%2e%2e/%2e%2e/%2e%2e/outside/file.txt",
    "%2e%2e%2f%2e%2e%2frun-2/file.txt",
    "..%2frun-2%2ffile.txt",
    "%2E%2E/run-2/file.txt",
    "%2e./run-2/file.txt",
    ".%2e/run-2/file.txt",
    "%252e%252e/run-2/file.txt",
    "%25252e%25252e%25252frun-2",
    "%2fetc%2fpasswd",
    "%5c..%5crun-2",
    "..%5c..%5crun-2",
    "..%00/run-2/file.txt",
    "file.txt\0",
    "\0",
    "file.txt\0.md",
    "../run-2/file.txt\0.txt",
    "sub\0/../file.txt",
    "%00",
    "..%c0%af..%c0%afetc/passwd",
    "%c0%ae%c0%ae/run-2/file.txt",
    "．．/run-2/file.txt",
    "..／run-2／file.txt",
    "..;/run-2/file.txt",
    ".../.../file.txt",
    "....//....//file.txt",
    ".. /run-2/file.txt",
    " ../run-2/file.txt",
    "..\u200b/run-2/file.txt",
    "\u202e../run-2/file.txt",
    "..\r/run-2",
    "..\n/run-2",
    "nothing.txt",
    "nothing/file.txt",
    "file.txt/",
    "file.txt/..",
    "file.txt/../../run-2/file.txt",
    "a".repeat(300),
    `${"a/".repeat(3_000)}b`,
    "*",
    "sub/*",
    "{file,..}.txt",
    "$HOME/.profile",
    "$(id)",
    "`id`",
    "file.txt; cat /etc/passwd",
    "-rf",
  ];
}
