import { groupBy } from "../../group-by";
import type { FileReference } from "../manifest";
import type { Artifact } from "./artifact";
import type { DraftPart } from "./draft";
import { findNamedFiles } from "./find-files";
import type { ArtifactFile, Excerpt } from "./source-text";

/** Limit of required files in a manifest, and of useful optional ones. */
const MAX_REQUIRED = 3;
const MAX_OPTIONAL = 5;
const MAX_DESCRIPTION = 100;

/**
 * Drafts the required files, which the text names as such, and the optional ones, which are the documents
 * with their titles.
 */
export function draftReading(artifact: Artifact, files: readonly ArtifactFile[]): DraftPart[] {
  const named = findNamedFiles(artifact, "required_reading");
  const required = named.flatMap(({ path, line }) => {
    const file = files.find((other) => other.path === path.text);
    return file ? [reference(path.text, line && describes(line) ? line : null, path)] : [];
  });
  const titles = artifact.documents.flatMap((document) => {
    const title = document.sections[0]?.heading;
    const path = title?.file.path ?? null;
    return title && path !== null && !named.some((file) => file.path.text === path) && describes(title)
      ? [reference(path, title, null)]
      : [];
  });
  return [
    { pointer: "/required_reading", isJoined: false, items: required.slice(0, MAX_REQUIRED) },
    { pointer: "/optional_context", isJoined: false, items: titles.slice(0, MAX_OPTIONAL) },
  ];
}

function describes({ text }: Excerpt): boolean {
  return [...text].length <= MAX_DESCRIPTION;
}

function reference(file: string, description: Excerpt | null, path: Excerpt | null) {
  const value: FileReference = { file, description: description?.text ?? "" };
  const described = description ? [{ key: "description", text: description.text, excerpt: description }] : [];
  return { value, pieces: [{ key: "file", text: file, excerpt: path }, ...described] };
}

/** If there are more files than this, only their folders are named. */
const MAX_DETAIL_FILES = 8;

/** Returns the files of the artifact, or globs of their folders if there are many. */
export function nameDetailFiles(files: readonly ArtifactFile[]): string[] {
  const paths = files.flatMap(({ path }) => path ?? []);
  if (paths.length <= MAX_DETAIL_FILES) return paths;
  const byFolder = groupBy(paths, (path) => path.slice(0, path.lastIndexOf("/") + 1));
  if (byFolder.size <= MAX_DETAIL_FILES)
    return [...byFolder].map(([folder, [only = "", ...more]]) => (more.length > 0 ? `${folder}*` : only));
  return [...groupBy(paths, (path) => path.slice(0, path.indexOf("/") + 1)).keys()].map(
    (folder) => `${folder}**`,
  );
}
