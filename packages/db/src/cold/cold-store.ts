/** A place of files, named by their path below it. */
export interface ColdStore {
  /** Folder or address, for messages. */
  readonly address: string;
  /** Stores a copy of a local file. A file is complete or missing, never a part. */
  write(path: string, localFile: string): Promise<void>;
  /** Returns a local file with the content; null if it is missing. */
  open(path: string): Promise<string | null>;
  /** Deletes a file; succeeds if it is missing. */
  remove(path: string): Promise<void>;
}
