/**
 * A policy document for the claims workflow of the sample data, in the form of `governance_policies.json`:
 * five rules for a first impression. Recommendation and severity get the conclusions they need,
 * explainability gets all.
 */
export const SAMPLE_POLICY = {
  multi_agent_handoffs: {
    description: "Controls context handoff patterns between agents",
    enforcement_level: "strict",
    default_handoff_mode: "scoped",
    enable_conversation_translation: true,
    audit_all_handoffs: true,
    agent_handoff_rules: [
      {
        rule_id: "fraud_to_recommendation",
        description: "A recommendation needs the fraud finding, not the investigation behind it",
        from_agent_id: "fraud_agent",
        to_agent_id: "recommendation_agent",
        handoff_mode: "scoped",
        allowed_context_fields: ["fraud_score", "fraud_indicators", "risk_level", "fraud_explanation"],
        conversation_translation: {
          enabled: true,
          extract_fields: ["fraud_score", "fraud_indicators", "risk_level", "fraud_explanation"],
          filter_enabled: true,
        },
        audit_enabled: true,
      },
      {
        rule_id: "coverage_to_severity",
        description: "Severity depends on what the policy covers",
        from_agent_id: "coverage_agent",
        to_agent_id: "severity_agent",
        handoff_mode: "scoped",
        allowed_context_fields: [
          "coverage_determination",
          "policy_limits",
          "coverage_amount",
          "covered_perils",
        ],
        conversation_translation: {
          enabled: true,
          extract_fields: ["coverage_determination", "policy_limits", "coverage_amount", "covered_perils"],
          filter_enabled: true,
        },
        audit_enabled: true,
      },
      {
        rule_id: "intake_to_all",
        description: "Intake is the foundation of every later step",
        from_agent_id: "intake_agent",
        to_agent_id: "*",
        handoff_mode: "full",
        audit_enabled: true,
      },
      {
        rule_id: "severity_to_recommendation",
        description: "A recommendation needs the severity, but never the internal notes on it",
        from_agent_id: "severity_agent",
        to_agent_id: "recommendation_agent",
        handoff_mode: "scoped",
        allowed_context_fields: ["severity_classification", "complexity_score", "estimated_cost"],
        blocked_context_fields: ["internal_notes", "complexity_analysis_details"],
        conversation_translation: {
          enabled: true,
          filter_enabled: true,
          summarize: true,
          max_summary_tokens: 500,
        },
        audit_enabled: true,
      },
      {
        rule_id: "all_to_explainability",
        description: "An explanation needs to see everything that was decided",
        from_agent_id: "*",
        to_agent_id: "explainability_agent",
        handoff_mode: "full",
        audit_enabled: true,
      },
    ],
  },
};
