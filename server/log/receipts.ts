/** What a receipt shows of the log: where the gift went, and what proves it. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { APPLICATION_TYPES } from '../../contract/application-fields.ts'
import { toBase64 } from '../../contract/proof/bytes.ts'
import { fieldDigest, type OpenedField } from '../../contract/proof/entries.ts'
import { inclusionProof } from '../../contract/proof/merkle.ts'
import { AID_TOGETHER, AMOUNT_BANDS } from '../../contract/proof-fields.ts'
import { rows, type Db, type Tx } from '../lib/db/db.ts'
import { Fields, fieldSalt } from './sequencer.ts'
import { readCheckpoint, readVerifierKeys, storedTree } from './tiles.ts'

const Described = z.object({
  period: z.string().nullable(),
  kind: z.enum([...APPLICATION_TYPES, AID_TOGETHER]).nullable(),
  band: z.enum(AMOUNT_BANDS.map(({ name }) => name)).nullable(),
})

const Counted = Described.extend({ amount: z.coerce.bigint(), confirmed: z.boolean() })
const Turn = z.object({ left: z.coerce.bigint(), ahead: z.number() })
const Gift = z.object({ amount: z.coerce.bigint(), amount_reversed: z.coerce.bigint(), logged: z.boolean() })

/** Where a gift went. Amounts in kobo. */
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
      const [turn] = await rows(
        tx,
        sql`select (lot.amount - lot.spent - lot.given_back)::text as left,
                   (select count(*)::int from gift_lots as earlier
                     where earlier.fund = lot.fund and earlier.place < lot.place and earlier.spent + earlier.given_back < earlier.amount) as ahead
              from gift_lots as lot where lot.donation_id = ${donationId}::uuid`,
        Turn,
      )
      const counted = await rows(
        tx,
        sql`select sum(allocations.amount)::text as amount, disbursements.state = 'confirmed' as confirmed,
                   published_rows.period, published_rows.kind, published_rows.band
              from allocations join disbursements on disbursements.id = allocations.disbursement_id
              left join published_payments on published_payments.disbursement_id = disbursements.id
              left join published_rows on published_rows.id = published_payments.row_id
             where allocations.donation_id = ${donationId}::uuid
             group by disbursements.id, published_rows.id having sum(allocations.amount) > 0
             order by min(allocations.id)`,
        Counted,
      )
      const waiting = turn?.left ?? (gift ? gift.amount - gift.amount_reversed : 0n)
      return {
        logged: gift?.logged ?? false,
        given_back: gift?.amount_reversed ?? 0n,
        waiting,
        ahead: turn?.ahead ?? null,
        shares: counted.map(({ amount, confirmed, period, kind, band }) => ({
          amount,
          described: period !== null && kind !== null && band !== null ? { period, kind, band, confirmed } : null,
        })),
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

const Logged = Described.extend({
  index: z.coerce.number(),
  type: z.string(),
  fields: Fields,
  salt: z.string().transform((hex) => Buffer.from(hex, 'hex')),
})
type Logged = z.output<typeof Logged>

/** Which payment a share went to stays sealed: donors who compare their receipts could otherwise work out what a household got. */
function isShown({ type, period, kind, band }: Logged, name: string): boolean {
  if (type !== 'allocation' || ['type', 'receipt', 'fund', 'amount'].includes(name)) return true
  if (name === 'band') return band !== null
  if (name === 'kind') return kind !== null && kind !== AID_TOGETHER
  return name === 'month' && period !== null && !period.includes('Q')
}

async function openField(entry: Logged, name: string, value: string): Promise<OpenedField> {
  const salt = fieldSalt(entry.salt, name)
  return isShown(entry, name)
    ? { name, value, salt: toBase64(salt) }
    : { digest: toBase64(await fieldDigest(salt, name, value)) }
}

/** The entries of a gift under the newest checkpoint, with their proofs. */
export async function readProof(db: Db, donationId: string) {
  const keys = await readVerifierKeys(db)
  const checkpoint = await readCheckpoint(db)
  if (!checkpoint) return { keys, checkpoint: '', entries: [] }
  const logged = await readLogged(db, donationId, checkpoint.size)
  const tree = storedTree(db, checkpoint.size)
  const entries = []
  for (const entry of logged) {
    const fields = await Promise.all(entry.fields.map(([name, value]) => openField(entry, name, value)))
    const proof = (await inclusionProof(tree, entry.index)).map(toBase64)
    entries.push({ index: entry.index, fields, proof })
  }
  return { keys, checkpoint: checkpoint.note, entries }
}

/** Each sum that was refunded has an entry; the last is the one that counts. */
async function readLogged(db: Db | Tx, donationId: string, size: number): Promise<Logged[]> {
  return rows(
    db,
    sql`select leaf_index::text as index, type, fields, encode(salt, 'hex') as salt, period, kind, band
          from (select 'gift' as type, donations.id::text as subject, null as period, null as kind, null as band, 0 as part
                  from donations where id = ${donationId}::uuid
                union all
                select 'given_back', donations.id || ':' || donations.amount_reversed, null, null, null, 1
                  from donations where id = ${donationId}::uuid
                union all
                select 'allocation', allocations.id::text, published_rows.period, published_rows.kind, published_rows.band, 2
                  from allocations
                  left join published_payments on published_payments.disbursement_id = allocations.disbursement_id
                  left join published_rows on published_rows.id = published_payments.row_id
                 where allocations.donation_id = ${donationId}::uuid) as mine
          join log_entries using (type, subject)
         where leaf_index < ${size}::bigint and salt is not null order by part, leaf_index`,
    Logged,
  )
}
