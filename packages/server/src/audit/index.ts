export { AUDIT_ACTIONS, type AuditAction } from "./audit-actions";
export { AuditRecord, chainAuditRecord, hashAuditRecord } from "./audit-record";
export {
  type AuditAnchor,
  AuditChainVerifier,
  type ChainVerdict,
  verifyAuditChain,
} from "./verify-audit-chain";
