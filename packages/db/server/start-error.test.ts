import { expect, test } from "vitest";
import { explainComplaint, explainWriteError, StartError } from "./start-error.mjs";

function failure(code: string): Error {
  return Object.assign(new Error(code), { code });
}

test.each([
  ["EACCES", "make it writable"],
  ["EROFS", "make it writable"],
  ["ENOSPC", "is full"],
])("explainWriteError turns %s into a sentence with the folder and the next step", (code, advice) => {
  const explained = explainWriteError(failure(code), "/srv/baton/.data");
  expect(explained).toBeInstanceOf(StartError);
  expect(String(explained)).toContain("/srv/baton/.data");
  expect(String(explained)).toContain(advice);
});

test("explainWriteError returns other errors unchanged", () => {
  const error = failure("ENOTDIR");
  expect(explainWriteError(error, "/srv")).toBe(error);
});

test("explainComplaint recognizes a full disk in PostgreSQL's output", () => {
  const said = 'initdb: error: could not write file "pg/PG_VERSION": No space left on device\n';
  expect(String(explainComplaint(said, "/srv/pg"))).toContain("The disk that holds /srv/pg is full");
});

test("explainComplaint quotes other errors of PostgreSQL without the preceding log lines", () => {
  const said = 'LOG:  starting\nFATAL:  invalid value for parameter "fsync": "maybe"\nLOG:  shut down\n';
  expect(String(explainComplaint(said, "/srv/pg"))).toBe(
    'StartError: PostgreSQL could not start in /srv/pg: FATAL:  invalid value for parameter "fsync": "maybe"',
  );
});
