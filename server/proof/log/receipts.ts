/** The part of a receipt in the log: where the gift went, and its proof. Both are of the newest checkpoint, so they can be compared. */
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { toBase64 } from '../../../contract/proof/bytes.ts'
import { inclusionProof } from '../../../contract/proof/merkle.ts'
import { AHEAD_MAX, AMOUNT_BANDS, HOUSEHOLDS_MIN } from '../../../contract/proof/proof-fields.ts'
import { readFollowers } from '../../money/ledger/fund-moves.ts'
import { rows, type Db, type Tx } from '../../platform/db/db.ts'
import { Fields, fieldSalt } from './sequencer.ts'
import { readCheckpoint, readVerifierKeys, storedTree } from './tiles.ts'

/** A description of payments, as its entry in clear has it. */
const Described = z.object({
  period: z.string(),
  kind: z.string(),
  band: z.enum(AMOUNT_BANDS.map(({ name }) => name)),
  payments: z.coerce.number(),
  confirmed: z.coerce.number(),
})
const Gift = z.object({ fund: z.string(), amount: z.coerce.bigint(), given_back: z.coerce.bigint() })
const Turn = z.object({ counted: z.coerce.bigint(), ahead: z.number(), is_shown: z.boolean() })

/**
 * Whether a donor may see how much of a gift is counted: once it is finished, or ten households share it. Otherwise a large gift that
 * begins with the last payment of a step would tell what one household received.
 * @param lot `amount`, `spent` and `given_back` of the gift
 * @param until the last allocation that counts
 */
const isShown = (lot: SQL, donationId: string, until: SQL) => sql`
  (${lot}.spent + ${lot}.given_back = ${lot}.amount or ${HOUSEHOLDS_MIN} <= (
     select count(distinct household) from allocations
       join disbursements on disbursements.id = allocations.disbursement_id
       join awards on awards.id = disbursements.award_id
       join request_households as theirs on theirs.application_id = awards.application_id
      where allocations.donation_id = ${donationId}::uuid and allocations.id <= ${until}))`

const Logged = z.object({
  type: z.string(),
  /** The allocation up to which a sum is counted. */
  step: z.string().nullable(),
  index: z.coerce.number(),
  fields: Fields,
  salt: z.string().transform((hex) => Buffer.from(hex, 'hex')),
})
type LoggedEntry = z.output<typeof Logged>

const entryAmounts: Readonly<Record<string, string>> = { gift: 'amount', given_back: 'given_back', counted: 'counted' }

const fieldOf = ({ fields }: LoggedEntry, name: string) => fields.find(([each]) => each === name)?.[1]

function valueOf(entries: readonly LoggedEntry[], type: string, name: string): string | undefined {
  const entry = entries.find((each) => each.type === type)
  return entry && fieldOf(entry, name)
}

/**
 * Reads where a gift went. Amounts in kobo: one sum is counted, because a large gift would otherwise show what each household
 * received, to the kobo.
 * @returns what the entries of the gift under the newest checkpoint say, and `newer` where the books have moved since
 */
export async function readTrail(db: Db, donationId: string) {
  return db.transaction(
    async (tx) => {
      const size = (await readCheckpoint(tx))?.size ?? 0
      const entries = await readLogged(tx, donationId, size)
      const now = await readGift(tx, donationId)
      const turn = await readTurn(tx, donationId)
      const amountOf = (type: string) => BigInt(valueOf(entries, type, entryAmounts[type] ?? '') ?? 0)
      const logged = entries.some(({ type }) => type === 'gift')
      const given = logged ? amountOf('gift') : now.amount
      const [givenBack, counted] = [amountOf('given_back'), amountOf('counted')]
      const newer = { given_back: now.given_back, counted: turn?.is_shown === true ? turn.counted : 0n }
      const waiting = given - givenBack - counted
      const isNewer = newer.given_back !== givenBack || newer.counted !== counted
      return {
        size,
        logged,
        given_back: givenBack,
        counted,
        waiting,
        follows: waiting > 0n ? ((await readFollowers(tx)).get(now.fund) ?? null) : null,
        ahead: isNewer ? null : (turn?.ahead ?? null),
        shares: (await readRows(tx, entries, size)).map(({ text }) => Described.parse(JSON.parse(text))),
        undescribed: await hasUndescribed(tx, donationId, entries),
        newer: isNewer ? newer : null,
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

async function readGift(tx: Tx, donationId: string): Promise<z.output<typeof Gift>> {
  const [gift] = await rows(
    tx,
    sql`select donation_type as fund, amount::text as amount, amount_reversed::text as given_back
          from donations where id = ${donationId}::uuid and status in ('success', 'reversed')`,
    Gift,
  )
  return gift ?? { fund: '', amount: 0n, given_back: 0n }
}

async function readTurn(tx: Tx, donationId: string): Promise<z.output<typeof Turn> | undefined> {
  const [turn] = await rows(
    tx,
    sql`select lot.spent::text as counted,
               (select count(*)::int from (
                 (select from gift_lots as earlier
                   where earlier.goes_on_in is null and earlier.fund = coalesce(lot.goes_on_in, lot.fund)
                     and earlier.place < coalesce(lot.turn, lot.place) and earlier.spent + earlier.given_back < earlier.amount
                   -- In the order of its index: without it, PostgreSQL reads every gift there ever was for the first thousand.
                   order by earlier.place limit ${AHEAD_MAX})
                 union all
                 (select from gift_lots as earlier
                   where earlier.goes_on_in = coalesce(lot.goes_on_in, lot.fund)
                     and earlier.turn < coalesce(lot.turn, lot.place) and earlier.spent + earlier.given_back < earlier.amount
                   order by earlier.turn limit ${AHEAD_MAX})
                 limit ${AHEAD_MAX}) as earlier) as ahead,
               ${isShown(sql`lot`, donationId, sql`allocations.id`)} as is_shown
          from gift_lots as lot where lot.donation_id = ${donationId}::uuid`,
    Turn,
  )
  return turn
}

/** Whether the sum that is counted includes payments without a description in the log. */
async function hasUndescribed(tx: Tx, donationId: string, entries: readonly LoggedEntry[]): Promise<boolean> {
  const step = entries.find(({ type }) => type === 'counted')?.step ?? null
  if (step === null) return false
  const found = await rows(
    tx,
    sql`select 1 as one from allocations left join published_payments using (disbursement_id)
         where donation_id = ${donationId}::uuid and id <= ${step}::bigint
           and (row_id is null or not row_id::text = any (${describedRows(entries)}))
         group by disbursement_id having sum(amount) > 0 limit 1`,
    z.object({ one: z.number() }),
  )
  return found.length > 0
}

/**
 * The entries of a gift under the newest checkpoint, with their proofs, and the descriptions of its payments, which anyone can read. All
 * fields of its entries are shown: none is about one payment.
 */
export async function readProof(db: Db, donationId: string) {
  const keys = await readVerifierKeys(db)
  const checkpoint = await readCheckpoint(db)
  if (!checkpoint) return { keys, checkpoint: '', entries: [], rows: [] }
  const { size, note } = checkpoint
  const tree = storedTree(db, size)
  const proofOf = async (index: number) => (await inclusionProof(tree, index)).map(toBase64)
  const logged = await readLogged(db, donationId, size)
  const entries = []
  for (const { index, fields, salt } of logged) {
    const shown = fields.map(([name, value]) => ({ name, value, salt: toBase64(fieldSalt(salt, name)) }))
    entries.push({ index, fields: shown, proof: await proofOf(index) })
  }
  const described = []
  for (const { index, text } of await readRows(db, logged, size))
    described.push({ index, text, proof: await proofOf(index) })
  return { keys, checkpoint: note, entries, rows: described }
}

/** The descriptions that are counted still, in the order of their entries: one that was released again stays in the log. */
const describedRows = (entries: readonly LoggedEntry[]) =>
  sql`array(select jsonb_array_elements_text(${JSON.stringify(
    entries.flatMap((entry) =>
      entry.type === 'share' && fieldOf(entry, 'is_counted') === 'true' ? [fieldOf(entry, 'row') ?? ''] : [],
    ),
  )}::jsonb))`

const Row = z.object({ index: z.coerce.number(), text: z.string() })

function readRows(db: Db | Tx, entries: readonly LoggedEntry[], size: number) {
  return rows(
    db,
    sql`select leaf_index::text as index, convert_from(substr(content, 2), 'UTF8') as text from log_entries
         where type = 'rows' and subject = any (${describedRows(entries)}) and leaf_index < ${size}::bigint order by leaf_index`,
    Row,
  )
}

/**
 * Reads the entries of a gift. A value that changes, such as the counted sum, has an entry for each state, and the last one counts:
 * counted and refunded sums of two states can be more than the gift. The counted sum is proved as it is shown: once ten households share it.
 */
function readLogged(db: Db | Tx, donationId: string, size: number) {
  return rows(
    db,
    sql`with gift as (select id::text as id from donations where id = ${donationId}::uuid),
             step as (select allocations.id, row_id from allocations left join published_payments using (disbursement_id)
                       where donation_id = ${donationId}::uuid),
             back as (select subject from log_entries join gift
                          on subject collate "C" >= gift.id || ':' and subject collate "C" < gift.id || ';'
                       where type = 'given_back' and leaf_index < ${size}::bigint
                       order by leaf_index desc limit 1),
             named as (select 'gift' as type, id as subject, 0 as part, null::bigint as step from gift
                       union all select 'given_back', subject, 1, null from back
                       union all select 'counted', ${donationId} || ':' || id, 2, id from step
                       union all select 'share', ${donationId} || '/' || row_id || ':' || id, 3, null from step where row_id is not null),
             last as (select distinct on (type, split_part(subject, ':', 1)) type, subject, part, step, leaf_index, fields, salt
                        from named join log_entries using (type, subject)
                       where leaf_index < ${size}::bigint and salt is not null
                       order by type, split_part(subject, ':', 1), leaf_index desc),
             counted as (select last.step, lot.amount, coalesce((select split_part(subject, ':', 2)::bigint from back), 0) as given_back,
                                sum(allocations.amount) as spent
                           from last join gift_lots as lot on lot.donation_id = ${donationId}::uuid
                           join allocations on allocations.donation_id = lot.donation_id and allocations.id <= last.step
                          where part = 2 group by last.step, lot.amount)
        select type, step::text as step, leaf_index::text as index, fields, encode(salt, 'hex') as salt from last
         where part < 2 or exists (select from counted where ${isShown(sql`counted`, donationId, sql`counted.step`)})
         order by part, leaf_index`,
    Logged,
  )
}
