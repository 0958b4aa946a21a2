/** Audit events and contact messages. */
import { AUDIT_ACTIONS, AUDIT_SUBJECTS } from '../../contract/platform/admin-fields.ts'
import type { BenchDatabase } from '../bench.ts'
import { fill, fillTables, idOf, momentOf, oneOf } from './fill.ts'

const ACTION = oneOf(AUDIT_ACTIONS, 7)
/** The subject that an action is named after: of a thousand events, hardly one would have both by chance. */
const SUBJECT = `case when split_part(${ACTION}, '.', 1) in (${AUDIT_SUBJECTS.map((subject) => `'${subject}'`).join(', ')})
  then split_part(${ACTION}, '.', 1) else ${oneOf(AUDIT_SUBJECTS, 8)} end`

const EACH = 'from generate_series($1::bigint, $2::bigint) as n'
/** One in fifty by the operator, the others by person 1. */
export function generateAudit(database: BenchDatabase, events: number, people: number): Promise<void> {
  const moment = momentOf(events)
  return fillTables(database, ['audit_events'], (client) =>
    fill(client, {
      rows: events,
      insert: `insert into audit_events (id, actor_kind, actor_id, actor_role, action, subject, subject_id, before, after, request_id, created_at)
        select ${idOf('e')}, case when n % 50 = 0 then 'operator' else 'administrator' end,
               case when n % 50 > 0 then ${idOf('a', '1')} end, case when n % 50 > 0 then 'admin' end, ${ACTION}, ${SUBJECT},
               ${idOf('b', `(n % ${people})`)}::text, '{"status": "pending"}', '{"status": "approved"}', ${idOf('9')}::text, ${moment} ${EACH}`,
    }),
  )
}

/** One in fifty is new. */
export function generateMessages(database: BenchDatabase, messages: number): Promise<void> {
  const moment = momentOf(messages)
  return fillTables(database, ['contact_messages'], (client) =>
    fill(client, {
      rows: messages,
      insert: `insert into contact_messages (id, idempotency_key_hash, first_name, last_name, email, subject, message, state, created_at, last_at)
        select ${idOf('7')}, int8send(n), 'Bola', 'Ade ' || substr(md5(n::text), 1, 6), 'writer-' || substr(md5(n::text), 1, 10) || '@mail.example',
               'About my gift', repeat('Some words to you. ', 8), case when n % 50 = 0 then 'new' else 'answered' end, ${moment}, ${moment} ${EACH}`,
    }),
  )
}
