/** What a reason is called, and what can be done about it. */
interface Reason {
  name: string;
  advice: string;
}

const REASONS: Record<string, Reason> = {
  not_json: {
    name: "Not JSON",
    advice:
      "The line was cut off, or two writers wrote at once. Mend it in its file, then replay it; or see that its writer writes a line at a time.",
  },
  not_utf8: {
    name: "Not UTF-8",
    advice:
      "Its writer uses another encoding, or the line holds raw bytes. Write UTF-8, mend the line in its file, then replay it.",
  },
  not_an_event: {
    name: "Not an event",
    advice:
      "It is JSON, but no event of this format. If it belongs to another tool, keep it in a file of its own; else give it a type and replay it.",
  },
  no_session: {
    name: "No session",
    advice:
      "It was posted and does not name its session. Have its writer give it a session_id, and post it again.",
  },
  schema_error: {
    name: "Wrong shape",
    advice:
      "The event lacks a field, or has one of another kind. Correct its writer, mend the line in its file, then replay it.",
  },
  bad_timestamp: {
    name: "Wrong time",
    advice:
      "The time cannot be read, lies before 2000, or more than a day ahead. Set the writer's clock or its format right, mend the line, then replay it. A time that lay ahead may be right by now.",
  },
  too_long: {
    name: "Too long",
    advice: "A line holds 8 MiB at most. Have its writer keep large content in a file and name it.",
  },
  too_deep: {
    name: "Nested too deep",
    advice: "Values are nested 200 levels deep at most. Have its writer flatten what it writes.",
  },
  too_many_values: {
    name: "Too many values",
    advice: "A line holds 120,000 values at most, a manifest 20,000. Have its writer split what it writes.",
  },
  not_yaml: {
    name: "Not YAML",
    advice: "Mend the file: it is read anew by itself.",
  },
  internal_error: {
    name: "Baton failed on it",
    advice: "This is a fault of Baton: report it with the reason. Replay the line after an update.",
  },
  refused_by_database: {
    name: "Refused by the database",
    advice: "Replay it after Baton was updated; if it stays, it is a fault of Baton.",
  },
};

/** What a reason is called; one that is not known here is called what it is. */
export function nameReason(code: string): string {
  return REASONS[code]?.name ?? code.replaceAll("_", " ");
}

/** What can be done about a line that is in quarantine for a reason. */
export function adviseOn(code: string): string {
  return REASONS[code]?.advice ?? "Mend the line in its file, then replay it.";
}
