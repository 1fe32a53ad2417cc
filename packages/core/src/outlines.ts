/** What the audit of recorded outlines needs of scoping: paths, folded names, and policies compiled for checks. */
export { isAgentRoot, type OutlinePath } from "./policy/outline-path";
export { compileForJudgement } from "./policy/scope-outline";
export { foldKey } from "./scoping/fold";
