/** Meanings of terms that tooltips show. Metrics are formulas. */
export const GLOSSARY = {
  savedNet: "Tokens removed − tokens added − summarizer tokens",
  savedShare: "Net saved tokens ÷ original tokens",
  savedValue: "Net saved tokens × price of the receiver’s model",
  compression: "Source size ÷ manifest size",
  handoffs: "One agent passes context to the next",
  overBudget: "Manifests over the handoff budget, with required reading ÷ all manifests",
  blockedByGate:
    "Manifests blocked by the gate (enforce phase only). All errors: Savings → Validation failures.",
  overTarget: "Task handoffs larger than the target of 500 tokens",
} as const;
