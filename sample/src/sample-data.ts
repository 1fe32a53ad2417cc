import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { z } from "zod";
import type { Random } from "./random";

/** The input of a story. `today`: midnight, UTC, in milliseconds since 1970. */
export interface StorySetting {
  random: Random;
  today: number;
  data: SampleData;
}

/** Reads `!eval 1 + 2` as `{ $eval: "1 + 2" }`, the JSON-e operator for a value that is not text. */
const EVAL = { tag: "!eval", resolve: (expression: string) => ({ $eval: expression }) };

/** Reads the texts and templates in `sample/data`. */
export class SampleData {
  readonly #folder: string;

  /** @param folder the path of `sample/data`. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Returns the paths of the files below a folder, sorted. */
  list(folder: string): string[] {
    const names = readdirSync(join(this.#folder, folder), { recursive: true, encoding: "utf8" });
    return names.filter((name) => /\.\w+$/.test(name)).sort();
  }

  text(path: string): string {
    return readFileSync(join(this.#folder, path), "utf8");
  }

  /** @throws Error if the YAML does not match the schema. */
  yaml<T>(path: string, schema: z.ZodType<T>): T {
    const document: unknown = parse(this.text(path), { customTags: [EVAL] });
    const { data, error } = schema.safeParse(document);
    if (data === undefined) throw new Error(`sample/data/${path}: ${error?.message}`);
    return data;
  }
}
