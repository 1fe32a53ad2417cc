import type { CompiledPolicy } from "../scoping/compile-policy";
import type { CompactionEvent } from "../session/compaction";
import { compactPhase, countPhaseTokens, type PhaseCompaction, type PhaseRequest } from "./compact-phase";
import type { EssentialState } from "./essential-state";

/** Callbacks for compactions. Their errors are ignored. */
export interface CompactionHooks {
  /** Called before the phase's output is compacted. Sizes are in tokens. */
  preCompact?(sizes: { before_tokens: number }): void;
  postCompact?(sizes: { before_tokens: number; after_tokens: number }): void;
}

export interface PhaseWorkflowOptions {
  readonly essential: EssentialState;
  /** Receives each event, without IDs and time. */
  readonly record?: (event: CompactionEvent) => void;
  readonly hooks?: CompactionHooks;
  /** Policy, compiled with detectors: its content rules hold for every summary. */
  readonly contentPolicy?: CompiledPolicy;
}

/**
 * Keeps the state of a workflow from phase to phase: the essential state and the summary of the last phase,
 * but not its output.
 */
export class PhaseWorkflow {
  readonly #options: PhaseWorkflowOptions;
  #summary = "";
  #essential: EssentialState;

  constructor(options: PhaseWorkflowOptions) {
    this.#options = options;
    this.#essential = options.essential;
  }

  /** Returns the input of the next phase. */
  get context(): Pick<PhaseCompaction, "context_summary" | "essential_state"> {
    return { context_summary: this.#summary, essential_state: this.#essential };
  }

  /**
   * Compacts the output of a phase for the next one.
   *
   * @returns the compaction; its summary is the new context.
   */
  finishPhase(phase: Pick<PhaseRequest, "output" | "nextPhase" | "contract">): PhaseCompaction {
    const { essential, record, hooks, contentPolicy } = this.#options;
    const preCompact = hooks?.preCompact;
    if (preCompact) attempt(() => preCompact({ before_tokens: countPhaseTokens(phase.output, essential) }));
    const compaction = compactPhase({ ...phase, essential, contentPolicy });
    const { before_tokens, after_tokens } = compaction;
    this.#summary = compaction.context_summary;
    this.#essential = compaction.essential_state;
    record?.(compaction.event);
    attempt(() => hooks?.postCompact?.({ before_tokens, after_tokens }));
    return compaction;
  }
}

/** Calls a hook, which cannot stop the workflow. */
function attempt(call: () => void): void {
  try {
    call();
  } catch {
    // Errors of a hook do not affect the workflow.
  }
}
