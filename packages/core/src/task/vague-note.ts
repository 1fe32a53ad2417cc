/** Praise and general wishes, without anything to act on. */
const QUALITIES = words(`
  accessib* accura* actionable adequate* appropriate* awesome beautiful* best better careful* caution clarity
  clean* clear* common complete* comprehensive* consistency consistent* correct* decent easily easy effective*
  efficien* elegant* enough excellent fast fitness good great high high-quality improv* intuitive maintainab*
  modern neat* nice* optimal* optimi?* perfect* perform* practical production-ready professional* proper*
  quality quick* readab* reasonable reasonably reliab* right robust* scalab* sensible sensibly simpl* smart*
  smooth* solid sound specific* stability stable thorough* tidy usab* useful user-friendly well well-*
`);

/** Work and its products in general: a note with only these words fits any task. */
const GENERALITIES = words(`
  across add addition* address adher* aim all analy?* any anything apply approach* appropriate architecture
  artifact* aspect* assess assessment avoid aware balance bear behavio* benefit* break bug* build case* change*
  check* code codebase complexity concern* conduct consider* content continu* convention* correctness cover*
  create creation custom data debugging delegate deliver* demonstrat* description* design detail* develop*
  diagnostic* different doc* document* done easy-to-follow edge enabl* enable* enhance* ensure* error* evaluate
  every everything example* exception* execut* expect* experience explain* feature* focus follow follow-up
  foundation function* further future general generally generat* guidance guide* guideline* handl* help idea*
  impact* implement* include* information insight* instruction* issue* item* keep lacking language level logic
  lots maintain* make manage* many message* method* mind modular module* monitor more most much naming necessary
  need* new nothing ongoing other* output* overall parameter* part* pattern* pay potential practice* prevent
  principle* problem* process* project proper provide* recommend* reduce* refactor* relevant report*
  requirement* result* review run* section* separation setup show* software solution* some someth*
  specification* standard* status step* structur* style* support sure surface system* take task* template* test*
  thing* think trade-off* troubleshoot* try type* understand* update* usage use* user* valid* various verif*
  way* where while work* write
`);

/** Words that carry no meaning of their own. */
const FUNCTION_WORDS = words(`
  a also always an and are as at be been being both but by can could do do's does doesn't don't don'ts dos for
  from had has have how i if in into is it its just may might must my no not of off on or our own per please
  possible really shall should so such than that the their them then there these they this those to too up very
  via vs was we were what when which who will with within would you your yourself
`);

/** Words that set a verifiable condition or limit. */
const BOUNDS =
  /\b(?:after|at (?:least|most)|before|between|during|except|exactly|if|instead|max(?:imum)?|min(?:imum)?|must|never|no|once|one|only|per|precede|twice|two|three|under|unless|until|without|(?:do|does|must|should|shall) not)\b/iu;

/**
 * Signs of something specific: code, numbers, paths, quotes, capitals inside a word, hyphens of a compound
 * term.
 */
const NAMES =
  /[`"“”_\\/#=<>≤≥$%]|\d|(?:^|\s)['‘][^'’]+['’]|\p{L}[.:]\p{L}|\p{Ll}\p{Lu}|\b\p{Lu}{2,}|\p{L}\([^)]*\)|(?:^|\s)\.\p{L}|(?:^|\s)-{1,2}\p{L}/u;

/** With this many words of its own, a note is specific despite praise. */
const ENOUGH_WORDS = 3;

/** Characters of a note to check, in UTF-16 units: ten times the limit of a note. */
const CHECKED_LENGTH = 1_000;

/**
 * Returns true if a note cannot be checked later: praise and generalities without a name, a number, a
 * condition, or enough other words. It can be wrong; measured on labeled notes.
 *
 * @param note an English sentence or a part of one.
 */
export function isVagueNote(note: string): boolean {
  const checked = note.slice(0, CHECKED_LENGTH);
  if (NAMES.test(checked) || BOUNDS.test(checked)) return false;
  const all = checked.toLowerCase().match(/\p{L}[\p{L}'’-]*/gu) ?? [];
  const informative = all.filter((word) => !FUNCTION_WORDS.test(word));
  const own = informative.filter((word) => !QUALITIES.test(word) && !GENERALITIES.test(word));
  const praises = informative.some((word) => QUALITIES.test(word));
  return praises ? own.length < ENOUGH_WORDS : own.length === 0;
}

/** Creates a pattern of whole words from a list; `*` matches any ending, `?` one letter. */
function words(list: string): RegExp {
  const alternatives = list
    .trim()
    .split(/\s+/)
    .map((word) => word.replace("?", "\\p{L}").replace("*", "[\\p{L}'’-]*"));
  return new RegExp(`^(?:${alternatives.join("|")})$`, "u");
}
