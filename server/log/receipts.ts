/** What a receipt shows of the log: where the gift went, and what proves it. */
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { APPLICATION_TYPES } from '../../contract/application-fields.ts'
import { toBase64 } from '../../contract/proof/bytes.ts'
import { inclusionProof } from '../../contract/proof/merkle.ts'
import { AID_TOGETHER, AMOUNT_BANDS, HOUSEHOLDS_MIN } from '../../contract/proof-fields.ts'
import { rows, type Db, type Tx } from '../lib/db/db.ts'
import { Fields, fieldSalt } from './sequencer.ts'
import { readCheckpoint, readVerifierKeys, storedTree } from './tiles.ts'

const Described = z.object({
  period: z.string(),
  kind: z.enum([...APPLICATION_TYPES, AID_TOGETHER]),
  band: z.enum(AMOUNT_BANDS.map(({ name }) => name)),
  payments: z.number(),
  confirmed: z.number(),
})
const Turn = z.object({
  counted: z.coerce.bigint(),
  left: z.coerce.bigint(),
  ahead: z.number(),
  is_shown: z.boolean(),
  undescribed: z.boolean(),
})
const Gift = z.object({ amount: z.coerce.bigint(), amount_reversed: z.coerce.bigint(), logged: z.boolean() })

/**
 * Whether a donor may see how much of a gift is counted: once it is finished, or ten households share it. Otherwise a large gift that
 * begins with the last payment of a step would tell what one household received.
 * @param lot `amount`, `spent` and `given_back` of the gift
 * @param until the last allocation that counts
 */
const isShown = (lot: SQL, donationId: string, until: SQL) => sql`
  (${lot}.spent + ${lot}.given_back = ${lot}.amount or ${HOUSEHOLDS_MIN} <= (
     select count(distinct coalesce(household_id, request.user_id)) from allocations
       join disbursements on disbursements.id = allocations.disbursement_id
       join awards on awards.id = disbursements.award_id
       join aid_applications as request on request.id = awards.application_id
       left join household_members on household_members.user_id = request.user_id
      where allocations.donation_id = ${donationId}::uuid and allocations.id <= ${until}))`

/**
 * Where a gift went. Amounts in kobo: what is counted is one sum, because a large gift would otherwise show what each household
 * received, to the kobo.
 */
export async function readTrail(db: Db, donationId: string) {
  return db.transaction(
    async (tx) => {
      const [gift] = await rows(
        tx,
        sql`select amount::text as amount, amount_reversed::text as amount_reversed,
                   exists (select from log_entries where type = 'gift' and subject = donations.id::text
                              and leaf_index < (select max(size) from log_checkpoints)) as logged
              from donations where id = ${donationId}::uuid and status in ('success', 'reversed')`,
        Gift,
      )
      const turn = await readTurn(tx, donationId)
      const waiting = turn?.left ?? (gift ? gift.amount - gift.amount_reversed : 0n)
      const hidden = turn?.is_shown === false ? turn.counted : 0n
      return {
        logged: gift?.logged ?? false,
        given_back: gift?.amount_reversed ?? 0n,
        counted: (turn?.counted ?? 0n) - hidden,
        waiting: waiting + hidden,
        ahead: turn?.ahead ?? null,
        shares: turn?.is_shown === true ? await readDescribed(tx, donationId) : [],
        undescribed: turn?.is_shown === true && turn.undescribed,
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

async function readTurn(tx: Tx, donationId: string): Promise<z.output<typeof Turn> | undefined> {
  const [turn] = await rows(
    tx,
    sql`select lot.spent::text as counted, (lot.amount - lot.spent - lot.given_back)::text as left,
               (select count(*)::int from gift_lots as earlier
                 where earlier.fund = lot.fund and earlier.place < lot.place and earlier.spent + earlier.given_back < earlier.amount) as ahead,
               ${isShown(sql`lot`, donationId, sql`allocations.id`)} as is_shown,
               exists (select from allocations left join published_payments using (disbursement_id)
                        where donation_id = lot.donation_id and row_id is null
                        group by disbursement_id having sum(amount) > 0) as undescribed
          from gift_lots as lot where lot.donation_id = ${donationId}::uuid`,
    Turn,
  )
  return turn
}

function readDescribed(tx: Tx, donationId: string) {
  return rows(
    tx,
    sql`select period, kind, band, payments, confirmed
          from allocations join published_payments on published_payments.disbursement_id = allocations.disbursement_id
          join published_rows on published_rows.id = published_payments.row_id
         where allocations.donation_id = ${donationId}::uuid
         group by published_rows.id having sum(allocations.amount) > 0 order by min(allocations.id)`,
    Described,
  )
}

const Logged = z.object({
  index: z.coerce.number(),
  fields: Fields,
  salt: z.string().transform((hex) => Buffer.from(hex, 'hex')),
})

/** The entries of a gift under the newest checkpoint, with their proofs. All their fields are shown: none is about one payment. */
export async function readProof(db: Db, donationId: string) {
  const keys = await readVerifierKeys(db)
  const checkpoint = await readCheckpoint(db)
  if (!checkpoint) return { keys, checkpoint: '', entries: [] }
  const tree = storedTree(db, checkpoint.size)
  const entries = []
  for (const { index, fields, salt } of await readLogged(db, donationId, checkpoint.size)) {
    const shown = fields.map(([name, value]) => ({ name, value, salt: toBase64(fieldSalt(salt, name)) }))
    entries.push({ index, fields: shown, proof: (await inclusionProof(tree, index)).map(toBase64) })
  }
  return { keys, checkpoint: checkpoint.note, entries }
}

/**
 * Of what changes, such as the sum that is counted, each state has an entry, and the last one counts. What is counted is proved as it
 * is shown: not while it would tell of fewer than ten households.
 */
function readLogged(db: Db | Tx, donationId: string, size: number) {
  return rows(
    db,
    sql`with step as (select allocations.id, row_id from allocations left join published_payments using (disbursement_id)
                       where donation_id = ${donationId}::uuid),
             named as (select 'gift' as type, id::text as subject, 0 as part, null::bigint as step from donations where id = ${donationId}::uuid
                       union all select 'given_back', id || ':' || amount_reversed, 1, null from donations where id = ${donationId}::uuid
                       union all select 'counted', ${donationId} || ':' || id, 2, id from step
                       union all select 'share', ${donationId} || '/' || row_id || ':' || id, 3, null from step where row_id is not null),
             last as (select distinct on (type, split_part(subject, ':', 1)) part, step, leaf_index, fields, salt
                        from named join log_entries using (type, subject)
                       where leaf_index < ${size}::bigint and salt is not null
                       order by type, split_part(subject, ':', 1), leaf_index desc),
             counted as (select last.step, lot.amount, lot.given_back, sum(allocations.amount) as spent
                           from last join gift_lots as lot on lot.donation_id = ${donationId}::uuid
                           join allocations on allocations.donation_id = lot.donation_id and allocations.id <= last.step
                          where part = 2 group by last.step, lot.amount, lot.given_back)
        select leaf_index::text as index, fields, encode(salt, 'hex') as salt from last
         where part < 2 or exists (select from counted where ${isShown(sql`counted`, donationId, sql`counted.step`)})
         order by part, leaf_index`,
    Logged,
  )
}
