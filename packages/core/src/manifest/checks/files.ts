import type { Finding } from "../../finding";
import { beginsAtRoot, leavesFolder } from "../leaves-folder";
import type { FileOnDisk, NamedFiles } from "../manifest-files";
import { manifestFinding } from "../manifest-finding";
import type { Check, CheckContext } from "./check";

/** Checks the target of `artifacts_directory`. */
export const checkDirectory: Check = ({ view: { artifacts_directory }, files }) => {
  if (artifacts_directory === null) return [];
  const place = ["artifacts_directory"];
  if (files?.directory === "missing") {
    return [manifestFinding("artifacts_directory_missing", place, "the folder does not exist")];
  }
  const leaves = leavesFolder(artifacts_directory) && !beginsAtRoot(artifacts_directory);
  if (files ? files.directory === "elsewhere" : leaves) {
    const message = "it is not the folder of manifest.json, so Baton opened no file";
    return [manifestFinding("path_escapes_directory", place, message)];
  }
  return [];
};

/** Checks the files that the manifest names; without the disk, only by the spelling of their names. */
export const checkFiles: Check = ({ view, files }) => {
  if (files?.directory !== "manifest_folder") return validateNames(view);
  return [
    ...check(
      files.requiredReading,
      (index) => ["required_reading", index, "file"],
      (file, _, place) => {
        if (file.state === "unavailable") return manifestFinding("required_file_missing", place, file.reason);
        const isText = file.state !== "uncounted" || file.cause !== "not_text";
        return isText ? null : manifestFinding("required_file_missing", place, "the file is not UTF-8 text");
      },
    ),
    ...check(
      files.optionalContext,
      (index) => ["optional_context", index, "file"],
      (file, _, place) =>
        file.state === "unavailable"
          ? manifestFinding("detail_file_missing", place, file.reason, "warning")
          : null,
    ),
    ...check(
      files.detailFiles,
      (index) => ["detail_files", index],
      (file, entry, place) =>
        file.state === "unavailable"
          ? manifestFinding("detail_file_missing", place, file.reason, entry.isPattern ? "warning" : "error")
          : null,
    ),
  ];
};

type Place = readonly PropertyKey[];

function check(
  entries: readonly (NamedFiles | null)[],
  placeOf: (index: number) => Place,
  recognizeFile: (file: FileOnDisk, entry: NamedFiles, place: Place) => Finding | null,
): Finding[] {
  return entries.flatMap((entry, index) => {
    if (!entry) return [];
    const place = placeOf(index);
    if (entry.files.length === 0) {
      return [
        manifestFinding("detail_file_missing", place, `nothing in the folder fits ${entry.name}`, "warning"),
      ];
    }
    return entry.files.flatMap((file) => {
      const finding =
        file.state === "outside" ? escapes(place, file.reason) : recognizeFile(file, entry, place);
      return finding ?? [];
    });
  });
}

function validateNames(view: CheckContext["view"]): Finding[] {
  const named: [Place, string | undefined][] = [
    ...view.required_reading.map((item, index): [Place, string | undefined] => [
      ["required_reading", index, "file"],
      item?.file,
    ]),
    ...view.optional_context.map((item, index): [Place, string | undefined] => [
      ["optional_context", index, "file"],
      item?.file,
    ]),
    ...view.detail_files.map((file, index): [Place, string | undefined] => [
      ["detail_files", index],
      file ?? undefined,
    ]),
  ];
  return named.flatMap(([place, name]) =>
    name !== undefined && leavesFolder(name) ? [escapes(place, "the path leads out of the folder")] : [],
  );
}

function escapes(place: Place, reason: string): Finding {
  return manifestFinding("path_escapes_directory", place, `${reason}, so that it was not opened`);
}
