/** Erasures after a backup are repeated once it was restored, and only then. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { checkBackup, restoreBackup } from '../../server/operator/backup/restore-backup.ts'
import { writeBackup } from '../../server/operator/backup/write-backup.ts'
import { claimMode } from '../../server/operator/instance.ts'
import { minutes } from '../../server/platform/clock.ts'
import { onlyRow, rows } from '../../server/platform/db/db.ts'
import { createStorage } from '../../server/platform/storage/create-storage.ts'
import { ADMINISTRATOR_PASSWORD, newAdministrator } from '../support/administering.ts'
import { newPerson, PASSWORD } from '../support/asking.ts'
import { readMails } from '../support/mails.ts'
import { startS3 } from '../support/s3.ts'
import { testServer, type TestServer } from '../support/server.ts'
import { newTestDatabase } from '../support/shared-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'taimako-erased-'))
const s3 = await startS3()
const opened: TestServer[] = []
const open = async (unusual: Parameters<typeof testServer>[1]) => {
  const server = await testServer(s3.variables, unusual)
  opened.push(server)
  return server
}
afterAll(async () => {
  for (const server of opened) await server.close()
  rmSync(folder, { recursive: true })
})

const JOB = /^accounts\.erasures$/
const today = ({ clock }: TestServer) => `erased/${clock.now().toISOString().slice(0, 10)}`
const State = z.object({ open: z.array(z.string()), described: z.number(), papers: z.number(), stories: z.number() })
const readState = ({ core }: TestServer) =>
  onlyRow(
    core.db,
    sql`select array(select split_part(email, '@', 1) from users where closed_at is null order by email) as open,
               (select count(*)::int from aid_applications where description <> '') as described,
               (select count(*)::int from documents) as papers,
               (select count(*)::int from stories where content is not null) as stories`,
    State,
  )

/** Stores bytes for the papers that have none. */
async function storePapers({ core }: TestServer): Promise<string[]> {
  const found = await rows(core.db, sql`select key from stored_files`, z.object({ key: z.string() }))
  writeFileSync(join(folder, 'paper'), 'a diagnosis')
  const facts = { bytes: 11, contentType: 'application/pdf' }
  for (const { key } of found) await createStorage(core.env).put(key, join(folder, 'paper'), facts)
  return found.map(({ key }) => key)
}

async function writeStory({ core }: TestServer): Promise<string> {
  const id = crypto.randomUUID()
  await core.db.execute(
    sql`insert into stories (id, story_id, content, added_at) values (${id}, ${id}, '{"title": "Back in class"}', now())`,
  )
  return id
}

/** @returns a server whose database is the backup, with the same bucket */
async function restored(from: TestServer, file: string): Promise<TestServer> {
  const database = await newTestDatabase()
  const { env, clock } = from.core
  // Starts it before the backup was made.
  await claimMode(database.db, 'test', new Date(0))
  await restoreBackup(database.db, file, await checkBackup(file, env), clock.now(), createStorage(env))
  const server = await open({ database })
  server.clock.advance(clock.now().getTime() - server.clock.now().getTime() + minutes(1))
  return server
}

/** A backup, and what people erased since: Musa's account, Amina's with a scan, Bello's request with a bill, and a story. */
async function backUpAndErase() {
  const first = await open({ database: await newTestDatabase() })
  await claimMode(first.core.db, 'test', first.clock.now())
  const [halima, musa] = [await newAdministrator(first, 'halima'), await newAdministrator(first, 'musa')]
  const [amina, bello] = [await newPerson(first, 'amina'), await newPerson(first, 'bello')]
  await amina.askLater({ documents_provided: [await amina.addDocument('scan.pdf')] })
  const request = await bello.askLater({ documents_provided: [await bello.addDocument('bill.pdf')] })
  const story = await writeStory(first)
  const papers = await storePapers(first)
  await first.pass(minutes(1), JOB)
  const file = join(folder, `${crypto.randomUUID()}.gz`)
  await writeBackup(first.core.db, file, first.clock.now(), createStorage(first.core.env))

  first.clock.advance(minutes(10))
  const password = { [amina.userId]: PASSWORD, [musa.userId]: ADMINISTRATOR_PASSWORD }
  const done = [
    await bello.call('POST', `/api/applications/${request}/withdrawal`),
    await halima.call('POST', `/api/admin/organisation/stories/${story}/taking-back`),
    ...(await Promise.all(
      [amina, musa].map((each) => each.call('POST', '/api/account/closure', { password: password[each.userId] })),
    )),
  ]
  expect(done.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  await first.pass(minutes(5), JOB)
  await first.runJobs(/^documents\.sweep$/)
  expect(papers.filter((key) => s3.has(key))).toEqual([])
  return { first, file, papers, halima, bello }
}

const ALL = { open: ['amina', 'bello', 'halima', 'musa'], described: 2, papers: 2, stories: 1 }
const ERASED = { open: ['bello', 'halima'], described: 0, papers: 0, stories: 0 }

test('closed accounts, withdrawn requests and stories that were taken back do not come back with a backup', async () => {
  const { first, file, papers } = await backUpAndErase()
  expect(await readState(first)).toEqual(ERASED)
  const second = await restored(first, file)
  expect(await readState(second)).toEqual(ALL)
  expect(papers.filter((key) => !s3.has(key))).toEqual([])
  await second.runJobs(JOB)
  expect(await readState(second)).toEqual(ERASED)
  await second.runJobs(/^documents\.sweep$/)
  expect(papers.filter((key) => s3.has(key))).toEqual([])
  // No one hears of it a second time.
  const subjects = (await readMails(second)).map(({ subject }) => subject)
  expect(subjects.filter((subject) => /withdrawn|closed/.test(subject))).toEqual([])
})

test('one that may not be erased now is named in the log, keeps no other, and is tried again', async () => {
  const { first, file, halima } = await backUpAndErase()
  const second = await restored(first, file)
  const setRole = (role: string) =>
    second.core.db.execute(sql`update profiles set role = ${role} where user_id = ${halima.userId}`)
  await setRole('beneficiary')
  await second.runJobs(JOB)
  expect(await readState(second)).toEqual({ ...ERASED, open: ['bello', 'halima', 'musa'] })
  expect(second.logged()).toContain('what was erased before a restore is there again')
  await setRole('admin')
  await second.pass(minutes(5), JOB)
  expect(await readState(second)).toEqual(ERASED)
})

test('where nothing was restored, a list closes no account', async () => {
  const { first, bello } = await backUpAndErase()
  writeFileSync(join(folder, 'list'), `account ${bello.userId}\n`)
  await createStorage(first.core.env).put(today(first), join(folder, 'list'), { bytes: 45, contentType: 'text/plain' })
  await first.pass(minutes(5), JOB)
  expect(await readState(first)).toEqual(ERASED)
})
