/** The audit of acts on a request. */
import type { AuditAction } from '../../../contract/platform/admin-fields.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { recordAudit, type AuditEntry } from '../../record/audit/audit.ts'

interface Acted {
  readonly by: AuditEntry['by']
  readonly now: Date
}

export function auditRequest(
  tx: Db | Tx,
  { by, now }: Acted,
  action: Extract<AuditAction, `application.${string}`>,
  id: string,
  more: Pick<AuditEntry, 'personId' | 'before' | 'after'> = {},
): Promise<void> {
  return recordAudit(tx, { by, action, subject: 'application', subjectId: id, ...more }, now)
}
