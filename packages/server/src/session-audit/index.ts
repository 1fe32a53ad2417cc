export { describeError } from "./describe-error";
export { keepRelevantRules } from "./keep-relevant-rules";
export {
  renderSessionAudit,
  renderSessionAuditParts,
  writeSessionAuditParts,
} from "./render-session-audit";
export { chainSessionSteps, SESSION_AUDIT_FORMAT, SessionAudit, type SessionStep } from "./session-audit";
export { verifySessionAudit } from "./verify-session-audit";
