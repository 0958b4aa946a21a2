/** Payments to many households at once, as rows that paying out would have written, with ledger entries. Through the API each takes ten requests. */
import { sql } from 'drizzle-orm'
import type { DonationType } from '../../contract/money/funds.ts'
import { accounts } from '../../server/money/ledger/accounts.ts'
import { postTransfers } from '../../server/money/ledger/ledger.ts'
import type { Tx } from '../../server/platform/db/db.ts'
import { insertEarlierDigests } from './earlier-digests.ts'
import type { TestServer } from './server.ts'

export interface PaidHousehold {
  /** The account that asked; each has an id of its own. */
  readonly userId: string
  readonly fund: DonationType
  /** Kind of aid. */
  readonly kind: string
  /** In kobo. */
  readonly amount: bigint
  /** When it was granted and handed over. An award alone has no second moment. */
  readonly granted: Date
  readonly handed?: Date
  readonly confirmed?: boolean
  /** When it was written off. */
  readonly lost?: Date
}

interface Row extends PaidHousehold {
  readonly request: string
  readonly award: string
  readonly id: string
}

/**
 * Inserts requests, awards and hand-overs. The funds need no gifts: the ledger's fund accounts may go below zero.
 * @param staff who proposed and who granted
 * @returns the ids of the payments, in the given order
 */
export async function insertPaidHouseholds(
  { core }: Pick<TestServer, 'core'>,
  [first, second]: readonly [{ readonly userId: string }, { readonly userId: string }],
  paid: readonly PaidHousehold[],
): Promise<string[]> {
  const all = paid.map((each): Row => ({
    ...each,
    request: crypto.randomUUID(),
    award: crypto.randomUUID(),
    id: crypto.randomUUID(),
  }))
  await core.db.transaction(async (tx) => {
    await insertRows(tx, all, first.userId, second.userId)
    await insertEarlierDigests(tx)
    await postTransfers(tx, all.flatMap(entriesOf), core.clock.now())
  })
  return all.map(({ id }) => id)
}

/** One statement after the other: the guards of a table read the rows of the one before. */
async function insertRows(tx: Tx, all: readonly Row[], first: string, second: string): Promise<void> {
  const given = JSON.stringify(all.map((row) => ({ ...row, amount: String(row.amount) })))
  const paid = sql`jsonb_to_recordset(${given}::jsonb) as row ("userId" uuid, fund text, kind text, amount bigint,
    granted timestamptz, handed timestamptz, confirmed boolean, lost timestamptz, request uuid, award uuid, id uuid)`
  const statements = [
    sql`insert into users (id, created_at, updated_at)
        select "userId", min(granted), min(granted) from ${paid} group by 1 on conflict do nothing`,
    sql`insert into profiles (id, user_id, full_name, role, created_at, updated_at)
        select gen_random_uuid(), "userId", 'Household', 'beneficiary', min(granted), min(granted) from ${paid}
         where not exists (select from profiles where user_id = "userId") group by 2`,
    sql`insert into aid_applications (id, user_id, beneficiary_id, application_type, description, amount_requested, location,
                                      urgency, status, idempotency_key_hash, request_hash, created_at, decided_at)
        select request, "userId", profiles.id, kind, 'Aid', amount, 'Kaduna', 'medium', 'approved', uuid_send(request), '', granted, granted
          from ${paid} join profiles on profiles.user_id = "userId"`,
    sql`insert into awards (id, application_id, amount, state, proposed_by, proposed_at, granted_by, granted_at, idempotency_key_hash, request_hash)
        select award, request, amount, 'granted', ${first}::uuid, granted, ${second}::uuid, granted, '', '' from ${paid}`,
    sql`insert into award_funds (award_id, place, fund, amount) select award, 0, fund, amount from ${paid}`,
    sql`insert into disbursements (id, award_id, kind, amount, state, proposed_by, proposed_at, released_by, released_at, slip,
                                   code_hash, sent_on, sent_at, sent_by, lost, ended_at, idempotency_key_hash, request_hash)
        select id, award, 'manual_bank', amount, case when lost is not null then 'lost' when confirmed then 'confirmed' else 'sent' end, ${first}::uuid, handed,
               ${second}::uuid, handed, upper(substr(id::text, 1, 8)), '', (handed at time zone 'Africa/Lagos')::date,
               handed, ${second}::uuid, case when lost is null then 0 else amount end, lost, '', ''
          from ${paid} where handed is not null`,
    sql`insert into disbursement_funds (disbursement_id, fund, amount, lost)
        select id, fund, amount, case when lost is null then 0 else amount end from ${paid} where handed is not null`,
  ]
  for (const statement of statements) await tx.execute(statement)
}

function entriesOf({ award, id, fund, amount, granted, handed, lost }: Row) {
  const of = { amount, occurredAt: handed ?? granted }
  const commit = {
    ...of,
    key: `commit:${award}:${fund}`,
    debit: `fund:${fund}` as const,
    credit: `committed:${fund}` as const,
    purpose: 'commit' as const,
  }
  if (!handed) return [commit]
  const purpose = 'handover' as const
  const { bank, paidOut } = accounts
  const writeOff = {
    ...of,
    key: `lost:${id}:${fund}`,
    debit: `disbursed:${fund}` as const,
    credit: `lost:${fund}` as const,
    purpose: 'lost' as const,
  }
  return [
    commit,
    ...(lost ? [writeOff] : []),
    {
      ...of,
      key: `handover:${id}:${fund}`,
      debit: `committed:${fund}` as const,
      credit: `disbursed:${fund}` as const,
      purpose,
    },
    { ...of, key: `handover:${id}`, debit: paidOut, credit: bank, purpose },
  ]
}
