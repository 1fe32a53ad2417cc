export { renderSessionAudit } from "./render-session-audit";
export { chainSessionSteps, SESSION_AUDIT_FORMAT, SessionAudit, type SessionStep } from "./session-audit";
export { SESSION_AUDIT_FINDINGS, type SessionAuditVerdict, verifySessionAudit } from "./verify-session-audit";
