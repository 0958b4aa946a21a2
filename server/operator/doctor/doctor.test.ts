/** The doctor's findings, where a test cannot cause the real fault. The rest: test/commands/doctor.test.ts. */
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { useGiving } from '../../../test/support/giving.ts'
import { listen } from '../../../test/support/listen.ts'
import { systemClock } from '../../platform/clock.ts'
import { readEnv } from '../../platform/env/env.ts'
import { compareClocks, assessClock } from './clock.ts'
import { assessServer } from './database.ts'
import { assessFreeSpace } from './data-folder.ts'
import { DEFAULT_PERIODS } from '../../platform/env/retention.ts'
import { compareNotice } from './privacy-notice.ts'
import { checkAddress } from './public-url.ts'
import { checkTextBacklog, checkWebhooks } from './runtime.ts'

const giving = useGiving()

const levels = (found: readonly { level: string }[]) => found.map(({ level }) => level)

test('an address that answers ready and refuses all else is named with its answer', async () => {
  const site = await listen(({ url }) => {
    const status = url.endsWith('/health/ready') ? 200 : 503
    return new Response('{}', { status, headers: { 'x-request-id': '1' } })
  })
  const found = await checkAddress(readEnv({ PUBLIC_URL: site.url }), systemClock)
  await site.close()
  const says = found.map((each) => each.says)
  expect(says).toContain(`${site.url}/health/live answers 503. The log of the instance says why.`)
  expect(says.join()).not.toContain('ZodError')
})

describe('a PostgreSQL server', () => {
  const good = {
    version: 150_018,
    standby: false,
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    synchronous_standbys: '*',
    max_connections: 100,
    encrypted: true,
    local: false,
    unlimited: [],
  }

  test('that is as it should be has a synchronous standby, and nothing else to be said', () => {
    const replicated = [
      { level: 'ok', about: 'database', says: expect.stringContaining('a synchronous standby has it') },
    ]
    expect(assessServer(good)).toEqual(replicated)
    expect(assessServer({ ...good, encrypted: false, local: true })).toEqual(replicated)
  })

  test.each([
    ['PostgreSQL 14 is too old', { version: 140_020 }, 'problem'],
    ['points to a standby', { standby: true }, 'problem'],
    ['a power cut would lose gifts', { fsync: 'off' }, 'problem'],
    ['a power cut would lose gifts', { full_page_writes: 'off' }, 'problem'],
    ['a crash would lose gifts', { synchronous_commit: 'off' }, 'problem'],
    ['a gift acknowledged in the last moment can be lost', { synchronous_standbys: '' }, 'warning'],
    ['a gift acknowledged in the last moment can be lost', { synchronous_commit: 'local' }, 'warning'],
    ['The server takes 20 connections', { max_connections: 20 }, 'warning'],
    ['is not encrypted', { encrypted: false }, 'warning'],
  ])('%s (%o)', (says, fault, level) => {
    expect(assessServer({ ...good, ...fault }).filter((found) => found.level !== 'ok')).toEqual([
      { level, about: 'database', says: expect.stringContaining(says) },
    ])
  })
})

test('a clock may be a few seconds off, a minute is too much, in either direction', () => {
  expect(
    levels([0, 4_000, -4_000, 6_000, -59_000, 61_000, -3_600_000].map((off) => assessClock(off, 'theirs'))),
  ).toEqual(['ok', 'ok', 'ok', 'warning', 'warning', 'problem', 'problem'])
})

test('a slow answer is not mistaken for a wrong clock', () => {
  const moment = (second: number) => new Date(second * 1000)
  const says = (asked: number, heard: number, said: number) =>
    compareClocks(moment(asked), moment(heard), said * 1000, 'theirs').says
  expect(says(1000, 1040, 1020)).toContain('agrees with theirs')
  expect(says(1000, 1040, 1100)).toContain('60 s behind theirs')
  expect(says(1000, 1040, 900)).toContain('100 s ahead of theirs')
})

test('room that runs out is seen before it has', () => {
  expect(levels([50_000, 999, 199].map(assessFreeSpace))).toEqual(['ok', 'warning', 'problem'])
})

test('text messages that were given up are a warning with the last answer of the provider; numbers that want none are not', async () => {
  const { core } = giving.server
  const now = core.clock.now().toISOString()
  const fail = (error: string) =>
    core.db.execute(
      sql`insert into outgoing_text_messages (id, recipient, created_at, expires_at, signs_in, failed_at, last_error)
          values (gen_random_uuid(), '2348030000000', ${now}::timestamptz, ${now}::timestamptz, true, ${now}::timestamptz, ${error})`,
    )
  expect(await checkTextBacklog(core)).toEqual([])
  await fail('STOPPED')
  expect(await checkTextBacklog(core)).toEqual([])
  await fail('HTTP 401')
  expect(await checkTextBacklog(core)).toEqual([
    {
      level: 'warning',
      about: 'text messages',
      says: '1 text message could not be sent in the last week. Last answer of the provider: HTTP 401.',
    },
  ])
})

test('payments without a single webhook mean that the provider has another address', async () => {
  expect(await checkWebhooks(giving.server.core)).toEqual([])
  const gift = await giving.start()
  await giving.pay(gift.reference)
  await giving.verify(gift)
  const [silent] = await checkWebhooks(giving.server.core)
  expect(silent).toMatchObject({ level: 'warning', says: expect.stringContaining('/webhooks/paystack') })

  const heard = await giving.start()
  await giving.pay(heard.reference, { silently: false })
  await giving.server.idle()
  expect(levels(await checkWebhooks(giving.server.core))).toEqual(['ok'])
})

describe('the privacy notice', () => {
  const NOTICE = `<li>Documents: 24 hours.</li><li>Refused: 2 years.</li><li>Approved: 7 years.</li><li>A message: 1 year.</li>`
  const warned = (periods: object, page = NOTICE) =>
    compareNotice(page, { ...DEFAULT_PERIODS, ...periods }).map(({ level, says }) => `${level}: ${says.split(',')[0]}`)

  test('that does not state a configured period is a warning, until it does', () => {
    const changed = { RETENTION_REFUSED_DAYS: '100 days' }
    expect(warned(changed)).toEqual(['warning: RETENTION_REFUSED_DAYS is 100 days'])
    expect(warned(changed, NOTICE.replace('2 years', '1100 days'))).toHaveLength(1)
    expect(warned(changed, NOTICE.replace('2 years', '100 days'))).toEqual([])
  })

  test('does not count a period that it states about something else', () => {
    expect(warned({ RETENTION_REFUSED_DAYS: '1 year' })).toEqual(['warning: RETENTION_REFUSED_DAYS is 1 year'])
  })

  test('is not judged while every period is the default, because it may be in another language', () => {
    expect(warned({}, '<p>Shekaru biyu</p>')).toEqual([])
  })
})
