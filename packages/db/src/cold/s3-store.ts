import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AwsClient } from "aws4fetch";
import { ColdError } from "./cold-error";
import type { ColdStore } from "./cold-store";
import type { ColdEnvironment } from "./env";

/** Downloaded files that this machine keeps; the ones that were not used for longest go first. */
const MAX_KEPT_FILES = 40;

/**
 * Files of a bucket, as whole objects: DuckDB reads S3 only with an extension that it downloads from its own server.
 * Opened files stay in a folder for temporary files, because their content never changes.
 */
export class S3Store implements ColdStore {
  readonly #client: AwsClient;
  readonly #base: string;
  readonly #kept: string;

  constructor(
    readonly address: string,
    environment: ColdEnvironment,
  ) {
    const {
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
      AWS_REGION: region,
    } = environment;
    if (!accessKeyId || !secretAccessKey) {
      throw new ColdError(`Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, which open ${address}.`);
    }
    const { AWS_SESSION_TOKEN: sessionToken, AWS_ENDPOINT_URL: endpoint } = environment;
    this.#client = new AwsClient({
      accessKeyId,
      secretAccessKey,
      ...(sessionToken && { sessionToken }),
      region,
      service: "s3",
    });
    const server = endpoint ?? `https://s3.${region}.amazonaws.com`;
    this.#base = `${server.replace(/\/$/, "")}/${address.slice("s3://".length).replace(/\/$/, "")}`;
    this.#kept = join(
      tmpdir(),
      `baton-cold-${createHash("sha256").update(this.#base).digest("hex").slice(0, 12)}`,
    );
  }

  async write(path: string, localFile: string): Promise<void> {
    await this.#request("PUT", path, await readFile(localFile));
  }

  async open(path: string): Promise<string | null> {
    const file = join(this.#kept, path.replaceAll("/", "_"));
    if (await stat(file).catch(() => null)) {
      await utimes(file, new Date(), new Date());
      return file;
    }
    const response = await this.#request("GET", path);
    if (response.status === 404) return null;
    await mkdir(this.#kept, { recursive: true, mode: 0o700 });
    await this.#makeRoom();
    const part = `${file}.${process.pid}.part`;
    await writeFile(part, Buffer.from(await response.arrayBuffer()), { mode: 0o600 });
    await rename(part, file);
    return file;
  }

  async remove(path: string): Promise<void> {
    await this.#request("DELETE", path);
    await rm(join(this.#kept, path.replaceAll("/", "_")), { force: true });
  }

  /** @throws ColdError if the store does not answer, or refuses; 404 is an answer. */
  async #request(method: string, path: string, body?: Buffer): Promise<Response> {
    const url = `${this.#base}/${path.split("/").map(encodeURIComponent).join("/")}`;
    const response = await this.#client
      .fetch(url, { method, ...(body && { body: new Uint8Array(body) }) })
      .catch((error: unknown) => {
        throw new ColdError(
          `${this.address} did not respond: ${error instanceof Error ? error.message : error}. Check AWS_ENDPOINT_URL and the network.`,
        );
      });
    if (response.ok || response.status === 404) return response;
    const [, code = ""] = /<Code>(\w+)<\/Code>/.exec(await response.text()) ?? [];
    throw new ColdError(
      `${this.address} refused ${method} ${path}: ${response.status} ${code}. Check the bucket, its rights and the AWS_ variables.`,
    );
  }

  async #makeRoom(): Promise<void> {
    const files = await Promise.all(
      (await readdir(this.#kept)).map(async (name) => {
        const path = join(this.#kept, name);
        return { path, usedAt: (await stat(path).catch(() => null))?.mtimeMs ?? 0 };
      }),
    );
    const old = files.sort((a, b) => b.usedAt - a.usedAt).slice(MAX_KEPT_FILES - 1);
    await Promise.all(old.map(({ path }) => rm(path, { force: true })));
  }
}
