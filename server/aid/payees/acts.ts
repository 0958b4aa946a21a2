/** The acts about accounts that leave a digest. */
import { sql } from 'drizzle-orm'
import { at, columns, type Act } from '../../record/audit/act-digests.ts'

/** Shared by the acts on an applicant's account: its person is the one who named it. */
const OF_PAYEE = {
  table: 'payees',
  from: sql`payees as acted left join users as namer on namer.id = acted.proposed_by and acted.application_id is not null`,
  person: sql`namer.id`,
  open: sql`namer.closed_at is null`,
  erased: sql`namer.closed_at is not null`,
}

export const PAYEE: Act = {
  name: 'payee',
  ...OF_PAYEE,
  where: sql`true`,
  covers: sql`${columns('kind', 'application_id', 'relation', 'bank_code', 'account_ending', 'match', 'shared', 'recipient_code', 'proposed_by')},
    encode(acted.account_hmac, 'hex'), ${at('usable_from')}, ${at('created_at')}`,
}

export const PAYEE_CHECK: Act = {
  name: 'payee_check',
  ...OF_PAYEE,
  where: sql`acted.confirmed_by is not null`,
  covers: sql`${columns('confirmed_by')}, ${at('confirmed_at')}`,
}
