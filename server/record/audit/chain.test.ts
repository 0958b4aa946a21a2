/** The chain of the audit: it finds what was changed or removed, misses no late event, and makes no request wait. */
import { sql, type SQL } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { newAdministrator, type Administrator } from '../../../test/support/administering.ts'
import { newPerson } from '../../../test/support/asking.ts'
import { readMails } from '../../../test/support/mails.ts'
import { useServer } from '../../../test/support/own-server.ts'
import type { TestServer } from '../../../test/support/server.ts'
import { administer, parseAdminCommand } from '../../operator/commands/admin-command.ts'
import { checkAudit } from '../../operator/doctor/runtime.ts'
import { hours, minutes } from '../../platform/clock.ts'
import { codeOf } from '../../platform/db/errors.ts'
import { onlyRow, rows, type Tx } from '../../platform/db/db.ts'
import { recordAudit } from './audit.ts'

const JOBS = /^audit\./

let server: TestServer
let halima: Administrator
useServer(async (emptied) => {
  server = emptied
  halima = await newAdministrator(server)
  await newPerson(server)
})

/** Three events by the routes, then the job. With the operator's, who made the administrator, the chain has four entries. */
async function chained(): Promise<void> {
  for (const list of ['applications', 'beneficiaries', 'donations']) {
    server.clock.advance(minutes(1))
    expect((await halima.call('GET', `/api/admin/${list}`)).status).toBe(200)
  }
  await server.pass(minutes(1), JOBS)
}

const findings = async () =>
  (await checkAudit(server.core)).map(({ level, says }) => [level, says.split(' Compare')[0]])
const whole = (entries: number) => [['ok', `The chain of the audit is whole: ${entries.toLocaleString('en')} entries.`]]

const Entries = z.object({ position: z.coerce.number(), event_id: z.string() })
const entries = () =>
  rows(server.core.db, sql`select position, event_id::text from audit_chain order by position`, Entries)

/** As a superuser could, with the triggers off. */
const tamper = (...queries: SQL[]) =>
  server.core.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    for (const query of queries) await tx.execute(query)
  })

const eventOf = async (position: number) => (await entries())[position - 1]?.event_id ?? ''

test('every event is in it, in order, and an untouched audit is whole', async () => {
  expect(await findings()).toEqual([])
  await chained()
  expect(await findings()).toEqual(whole(4))
  await chained()
  expect(await findings()).toEqual(whole(7))
  expect((await entries()).map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test('after a restore the chain goes on in pieces, and has each event once', async () => {
  await chained()
  await tamper(
    sql`insert into audit_events (id, actor_kind, action, subject, subject_id, created_at)
        select gen_random_uuid(), actor_kind, action, subject, subject_id, created_at + number * interval '1 second'
          from audit_events cross join generate_series(1, 2500) as number where actor_kind = 'operator'`,
    sql`update audit_events set transaction_id = '0'`,
    sql`update audit_chain_state set watermark = '0'`,
  )
  await server.pass(minutes(1), JOBS)
  expect(await findings()).toEqual(whole(2504))
  await chained()
  expect(await findings()).toEqual(whole(2507))
})

test('a changed event is named', async () => {
  await chained()
  const id = await eventOf(2)
  await tamper(sql`update audit_events set after = '{"rows": 0}' where id = ${id}::uuid`)
  expect(await findings()).toEqual([['problem', `The event ${id} (entry 2) was changed.`]])
  server.clock.advance(hours(24))
  await server.runJobs(JOBS)
  expect(server.logged()).toContain('the audit was changed')
})

test('a change of any field is named', async () => {
  await chained()
  const id = await eventOf(2)
  const fields = await rows(
    server.core.db,
    sql`select column_name as name from information_schema.columns where table_name = 'audit_events' and table_schema = 'public'`,
    z.object({ name: z.string() }),
  )
  const changes: Record<string, SQL> = {
    actor_id: sql`gen_random_uuid()`,
    actor_role: sql`'beneficiary'`,
    action: sql`'list.exported'`,
    subject: sql`'message'`,
    subject_id: sql`'wallets'`,
    person_id: sql`gen_random_uuid()`,
    before: sql`'{"rows": 1}'`,
    after: sql`'{"rows": 0}'`,
    request_id: sql`'another'`,
    created_at: sql`created_at + interval '1 microsecond'`,
  }
  // Another id is another event. The kind is fixed by the actor's id and role. The transaction only helps to find new events.
  const others = ['id', 'actor_kind', 'transaction_id']
  expect(fields.map(({ name }) => name).toSorted()).toEqual([...Object.keys(changes), ...others].toSorted())
  await server.core.db.execute(sql`create table kept as select * from audit_events where id = ${id}::uuid`)
  const unnoticed: string[] = []
  for (const [name, value] of Object.entries(changes)) {
    const field = sql.identifier(name)
    await tamper(sql`update audit_events set ${field} = ${value} where id = ${id}::uuid`)
    if (JSON.stringify(await findings()) !== JSON.stringify([['problem', `The event ${id} (entry 2) was changed.`]]))
      unnoticed.push(name)
    await tamper(sql`update audit_events set ${field} = (select ${field} from kept) where id = ${id}::uuid`)
  }
  await server.core.db.execute(sql`drop table kept`)
  expect(unnoticed).toEqual([])
  expect(await findings()).toEqual(whole(4))
})

test('a removed event is named, with and without its entry', async () => {
  await chained()
  const [second, last] = [await eventOf(2), await eventOf(4)]
  await tamper(sql`delete from audit_events where id = ${last}::uuid`)
  expect(await findings()).toEqual([['problem', `The event ${last} (entry 4) was removed.`]])
  await tamper(
    sql`delete from audit_chain where event_id in (${second}::uuid, ${last}::uuid)`,
    sql`delete from audit_events where id = ${second}::uuid`,
  )
  const third = await eventOf(2)
  expect(await findings()).toEqual([
    ['problem', `The entries from 2 to 2 were removed, which is before the event ${third}.`],
  ])
})

test('the head is mailed to every administrator once a day, and finds a chain that was cut or written again', async () => {
  const musa = await newAdministrator(server, 'musa')
  await chained()
  await server.pass(hours(2), JOBS)
  expect(await readMails(server)).toEqual([])
  server.clock.advance(hours(24))
  await server.runJobs(JOBS)
  const { mailed } = await onlyRow(
    server.core.db,
    sql`select array_agg(recipient order by recipient) as mailed from outgoing_mail`,
    z.object({ mailed: z.array(z.string()) }),
  )
  expect(mailed).toEqual([halima.email, musa.email])
  await server.pass(hours(25), JOBS)
  const { count } = await onlyRow(
    server.core.db,
    sql`select count(*) from outgoing_mail`,
    z.object({ count: z.coerce.number() }),
  )
  expect(count).toBe(2)

  const { code } = await onlyRow(
    server.core.db,
    sql`select position || '-' || encode(hash, 'hex') as code from audit_chain order by position desc limit 1`,
    z.object({ code: z.string() }),
  )
  const compare = () => administer(server.core, parseAdminCommand(['check-audit', code]))
  expect(await compare()).toContain('The audit is unchanged: 5 entries')

  const [last] = (await entries()).slice(-1)
  await tamper(
    sql`delete from audit_chain where position = ${last?.position}`,
    sql`delete from audit_events where id = ${last?.event_id}::uuid`,
    // The one who removes it also knows where the head was noted.
    sql`update audit_chain_state set mailed_position = 0`,
  )
  expect(await findings()).toEqual(whole(4))
  await expect(compare()).rejects.toThrow('The entries from 5 to 5 were removed.')
  await record(server.clock.now())
  await server.pass(minutes(1), JOBS)
  expect(await findings()).toEqual(whole(5))
  await expect(compare()).rejects.toThrow('The entry 5 is not the one that was noted')
})

function insert(tx: Tx, now: Date) {
  const by = { userId: halima.userId, role: 'admin' as const, requestId: 'req' }
  return recordAudit(tx, { by, action: 'list.read', subject: 'list', subjectId: 'applications' }, now)
}
const record = (now: Date) => server.core.db.transaction((tx) => insert(tx, now))

test('requests append while others are still open, and an event that is committed late is not missed', async () => {
  await chained()
  const late = Promise.withResolvers<void>()
  const written = Promise.withResolvers<void>()
  const now = server.clock.now()
  const slow = server.core.db.transaction(async (tx) => {
    await insert(tx, now)
    written.resolve()
    await late.promise
  })
  await written.promise
  // Neither another request nor the job waits for it.
  await record(now)
  await server.pass(minutes(2), JOBS)
  expect(await findings()).toEqual(whole(5))
  late.resolve()
  await slow
  await server.pass(minutes(2), JOBS)
  expect(await findings()).toEqual(whole(6))
})

test('the database refuses to change, remove or empty entries', async () => {
  await chained()
  for (const query of [
    sql`update audit_chain set hash = sha256('x')`,
    sql`delete from audit_chain`,
    sql`truncate audit_chain`,
  ]) {
    const refused = await server.core.db.execute(query).then(
      () => undefined,
      (fault: unknown) => codeOf(fault),
    )
    expect(refused).toBe('TK001')
  }
})
