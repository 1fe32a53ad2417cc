/**
 * Notes as an orchestrator writes them, each with the judgement of a person: is it vague? Vague is
 * a note of which nobody could say afterwards whether it was kept, since it names neither a thing
 * to act on nor a measure. Labelled before the judge was written; notes of other people's are
 * labelled by place in the checks over real inputs.
 */
export const LABELLED_NOTES: readonly { note: string; isVague: boolean }[] = [
  { note: "Make it look good", isVague: true },
  { note: "Follow best practices", isVague: true },
  { note: "Be performant", isVague: true },
  { note: "Add tests", isVague: true },
  { note: "Write clean, maintainable code", isVague: true },
  { note: "Handle errors properly", isVague: true },
  { note: "Keep it simple", isVague: true },
  { note: "Make sure everything works as expected", isVague: true },
  { note: "Use good naming", isVague: true },
  { note: "Improve the user experience", isVague: true },
  { note: "Ensure high quality and good performance", isVague: true },
  { note: "Be careful with edge cases", isVague: true },
  { note: "Refactor where necessary", isVague: true },
  { note: "The code should be robust and scalable", isVague: true },
  { note: "Please do this as well as you can", isVague: true },
  { note: "Optimize where possible", isVague: true },
  { note: "Don't break anything", isVague: true },
  { note: "Retry a failed upload at most three times", isVague: false },
  { note: "Close the file before the rename", isVague: false },
  { note: "No new dependencies", isVague: false },
  { note: "Keep the public signature of parseRange", isVague: false },
  { note: "Round money to cents, half to even", isVague: false },
  { note: "Errors go to stderr, results to stdout", isVague: false },
  { note: "Write dates in UTC with a trailing Z", isVague: false },
  { note: "Reject names longer than 64 characters", isVague: false },
  { note: "The queue must drain before shutdown", isVague: false },
  { note: "Put the new column after created_at", isVague: false },
  { note: "Use theme-aware button styles", isVague: false },
  { note: "Sort by priority, then by deadline", isVague: false },
  { note: "Show a spinner while the list loads", isVague: false },
  { note: "Hash passwords with argon2id", isVague: false },
  { note: "Leave the migration of old rows to task 14", isVague: false },
  { note: "Answer 404 for projects of another tenant", isVague: false },
  { note: "Log in English, never in the user's language", isVague: false },
];
