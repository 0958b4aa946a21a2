/** A start keys the address hashes of before, but not under a wrong SECRET_KEY. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { SECRET_KEY } from '../../../test/support/process.ts'
import { readEnv } from '../env/env.ts'
import { openInstance, type Instance } from '../../operator/instance.ts'
import { sha256 } from '../crypto.ts'
import { rows, type Db } from '../db/db.ts'
import { getDataKey } from '../encryption/data-keys.ts'
import { createLog } from '../logger.ts'
import { hashAddress, isAddressStopped, stopAddress } from './stopped-addresses.ts'

const folder = mkdtempSync(join(tmpdir(), 'taimako-addresses-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function started<T>(use: (instance: Instance) => Promise<T>, secretKey = SECRET_KEY): Promise<T> {
  const instance = await openInstance(readEnv({ DATA_DIR: folder, SECRET_KEY: secretKey }), createLog('silent'))
  try {
    return await use(instance)
  } finally {
    await instance.database.close()
  }
}

const readStopped = async (db: Db) => {
  const found = await rows(
    db,
    sql`select encode(address_hash, 'hex') as hash from stopped_addresses where keyed`,
    z.object({ hash: z.string() }),
  )
  return found.map(({ hash }) => hash).toSorted()
}

test('an address that was stopped before stays stopped, and its hash cannot be tried', async () => {
  const [amina, bola] = ['amina@mail.example', 'bola@mail.example']
  const keyed = await started(async ({ core }) => {
    await core.db.transaction((tx) => stopAddress(tx, hashAddress(core, bola), core.clock.now()))
    for (const address of [amina, bola])
      await core.db.execute(
        sql`insert into stopped_addresses (address_hash, stopped_at) values (${sha256(address)}, now())`,
      )
    const userId = crypto.randomUUID()
    await core.db.execute(sql`insert into users (id, created_at, updated_at) values (${userId}, now(), now())`)
    await core.db.transaction((tx) => getDataKey(core.keys, tx, userId, core.clock.now()))
    return [amina, bola].map((address) => hashAddress(core, address).toString('hex')).toSorted()
  })
  await started(async ({ core }) => expect(await readStopped(core.db)).toHaveLength(1), 'another key '.repeat(4))
  await started(async ({ core }) => {
    expect(await readStopped(core.db)).toEqual(keyed)
    expect(await core.db.execute(sql`select from stopped_addresses where not keyed`)).toMatchObject({ rows: [] })
    for (const address of [amina, bola]) expect(await isAddressStopped(core.db, hashAddress(core, address))).toBe(true)
  })
})
