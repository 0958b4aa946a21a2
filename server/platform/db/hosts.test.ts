/** Several hosts in one address: whichever takes writes is used, without a restart. The fault `failover` does it under load. */
import { writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { startPostgres, type PostgresServer } from '../../../test/support/database.ts'
import { freePort } from '../../../test/support/free-port.ts'
import { onlyRow, type Database } from './db.ts'
import { codeOf, isDatabaseUnavailable } from './errors.ts'
import { openPostgres } from './postgres.ts'

/** Becomes a standby and a primary again; the other stays a primary. */
let changing: PostgresServer
let hosts: { changing: string; primary: string }
let silent: { host: string; close: () => void }

beforeAll(async () => {
  changing = await startPostgres()
  const address = new URL(await changing.newDatabase('unused'))
  hosts = { changing: address.host, primary: `127.0.0.1:${new URL(inject('postgresTemplate')).port}` }
  silent = await startSilent()
})
afterAll(async () => {
  silent.close()
  await changing.stop()
})

/** Accepts connections and says nothing. */
async function startSilent() {
  const sockets: Socket[] = []
  const server = createServer((socket) => sockets.push(socket))
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const close = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  return { host: `127.0.0.1:${port}`, close }
}

const open = (...list: string[]) => openPostgres(`postgres://postgres:postgres@${list.join()}/postgres`, () => {})

/** Writes, and says where. */
async function writeTo({ db, urgent }: Database): Promise<string> {
  const asked = sql`select '127.0.0.1:' || inet_server_port() as host, pg_current_xact_id()::text as written`
  const Where = z.object({ host: z.string() })
  const found = [await db.transaction((tx) => onlyRow(tx, asked, Where)), await onlyRow(urgent, asked, Where)]
  expect(found[0]).toEqual(found[1])
  return found[0]?.host ?? ''
}

async function onChanging(statement: string): Promise<void> {
  const client = new Client({ connectionString: `postgres://postgres:postgres@${hosts.changing}/postgres` })
  await client.connect()
  await client.query(statement)
  await client.end()
}

async function withDatabase(list: string[], use: (database: Database) => Promise<void>): Promise<void> {
  const database = open(...list)
  try {
    await use(database)
  } finally {
    await database.close()
  }
}

test('a host that refuses is passed over, and so is one that answers nothing', async () => {
  const nowhere = `127.0.0.1:${await freePort()}`
  await Promise.all(
    [nowhere, silent.host].map((host) =>
      withDatabase([host, hosts.primary], async (database) => {
        const many = await Promise.all(Array.from({ length: 5 }, () => writeTo(database)))
        expect(new Set(many)).toEqual(new Set([hosts.primary]))
      }),
    ),
  )
})

test('a primary that comes back as a standby is left without a restart, and used again once promoted', async () => {
  const signal = join(changing.folder, 'standby.signal')
  let promoted: Promise<void> | undefined
  await withDatabase([hosts.changing, hosts.primary], async (database) => {
    expect(await writeTo(database)).toBe(hosts.changing)
    await changing.interrupt()
    writeFileSync(signal, '')
    // Counts as started only when it takes writes.
    promoted = changing.resume()
    await vi.waitFor(() => onChanging('select 1'), { timeout: 20_000, interval: 50 })
    expect(await writeTo(database)).toBe(hosts.primary)
  })
  await withDatabase([`127.0.0.1:${await freePort()}`, hosts.changing], async (database) => {
    for (const attempt of [1, 2, 3])
      await expect(writeTo(database), `attempt ${attempt}`).rejects.toSatisfy(isDatabaseUnavailable)
    await onChanging('select pg_promote()')
    await promoted
    expect(await writeTo(database)).toBe(hosts.changing)
  })
})

test('a connection whose server was closed to writing is dropped, and the next finds the primary', async () => {
  await withDatabase([hosts.changing, hosts.primary], async (database) => {
    const { db } = database
    await onChanging('create table if not exists marks (mark int)')
    const mark = sql`insert into marks values (1)`
    await db.transaction((tx) => tx.execute(mark))
    onTestFinished(async () => {
      await onChanging('alter system reset default_transaction_read_only')
      await onChanging('select pg_reload_conf()')
    })
    await onChanging('alter system set default_transaction_read_only = on')
    await onChanging('select pg_reload_conf()')
    // The setting reaches an open connection between two of its transactions.
    const refusal = await vi.waitFor(
      async () => {
        const error: unknown = await db
          .transaction((tx) => tx.execute(mark))
          .then(
            () => null,
            (fault: unknown) => fault,
          )
        expect(error).not.toBeNull()
        return error
      },
      { timeout: 60_000 },
    )
    expect(codeOf(refusal)).toBe('25006')
    expect(isDatabaseUnavailable(refusal)).toBe(true)
    expect(await writeTo(database)).toBe(hosts.primary)
  })
})
