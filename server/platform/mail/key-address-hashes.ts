/** Keys the address hashes that were stored before they had a key. */
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Core } from '../core.ts'
import { rows } from '../db/db.ts'
import { canReadEncryptedData } from '../encryption/data-keys.ts'
import { keyAddressHash } from './stopped-addresses.ts'

const TABLES = ['stopped_addresses', 'request_addresses', 'request_address_tokens'] as const

/** Runs at each start, before a mail can be queued. Does nothing under a wrong SECRET_KEY: its hashes would never be found again. */
export async function keyAddressHashes(core: Core): Promise<void> {
  for (const table of TABLES) {
    const old = await rows(
      core.db,
      sql`select distinct encode(address_hash, 'hex') as hash from ${sql.identifier(table)} where not keyed`,
      z.object({ hash: z.string() }),
    )
    if (old.length === 0) continue
    if (!(await canReadEncryptedData(core))) return
    const pairs = old.map(({ hash }) => ({
      hash,
      fresh: keyAddressHash(core, Buffer.from(hash, 'hex')).toString('hex'),
    }))
    await core.db.transaction(async (tx) => {
      const pair = sql`json_to_recordset(${JSON.stringify(pairs)}::json) as pair(hash text, fresh text)`
      const ofPair = (part: SQL) => sql`address_hash = decode(pair.${part}, 'hex')`
      const target = sql.identifier(table)
      // A row with the key is newer.
      if (table !== 'request_address_tokens')
        await tx.execute(sql`
          delete from ${target} using ${pair} where not keyed and ${ofPair(sql`hash`)}
             and exists (select from ${target} as other where other.keyed and other.${ofPair(sql`fresh`)})`)
      await tx.execute(sql`
        update ${target} set address_hash = decode(pair.fresh, 'hex'), keyed = true
          from ${pair} where not keyed and ${ofPair(sql`hash`)}`)
    })
  }
}
