/** The data map names every table, and docs/security.md and the record of processing contain it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ourFaq } from '../../../contract/platform/our-texts.ts'
import { borrowDatabase } from '../../../test/support/shared-database.ts'
import { rows } from '../db/db.ts'
import { readEnv, type Env } from '../env/env.ts'
import { DEFAULT_PERIODS } from '../env/retention.ts'
import { unpublished } from '../organisation.ts'
import { OUTSIDE_THE_DATABASE } from './outside-rows.ts'
import { processingRecord } from './record.ts'
import { readDataMap } from './rows.ts'
import { dataMapTable } from './table.ts'

const DOCUMENT = join(import.meta.dirname, '../../../docs/security.md')
const TODAY = new Date('2026-11-22T12:00:00Z')

test('every table of a migrated database has a comment, and the data map is what these comments say', async () => {
  const database = await borrowDatabase()
  const found = await rows(
    database.db,
    sql`select relname::text as table, obj_description(oid, 'pg_class') as comment from pg_class
         where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and relname not like 'sandbox\_%'`,
    z.object({ table: z.string(), comment: z.string() }),
  )
  await database.close()
  expect(
    readDataMap()
      .flatMap(({ tables }) => tables)
      .toSorted(),
  ).toEqual(found.map(({ table }) => table).toSorted())
  const heads = found
    .map(({ comment }) => comment.replaceAll('\n  ', ' ').split('\n')[0] ?? '')
    .filter((head) => !head.startsWith('see '))
  const mapped = readDataMap().filter(({ tables }) => tables.length > 0)
  expect(heads.toSorted()).toEqual(mapped.map(({ what }) => what).toSorted())
})

test('docs/security.md contains the data map', async () => {
  const page = readFileSync(DOCUMENT, 'utf8')
  const [, before = '', , after = ''] = /^(.*\n## Data map\n.*?)(\| what \|.*?\n)(\n## .*)$/s.exec(page) ?? []
  expect(after, 'docs/security.md has a section "Data map" with a table').not.toBe('')
  // To write the table again after a change of the rows: npx vitest run server/platform/data-map -u
  await expect(
    before + dataMapTable(DEFAULT_PERIODS) + after,
    'docs/security.md differs from server/platform/data-map/rows.ts. Write it again: npx vitest run server/platform/data-map -u',
  ).toMatchFileSnapshot(DOCUMENT)
})

test('personal data has a purpose, a lawful basis and a period', () => {
  for (const row of readDataMap()) {
    expect([row.what, row.why, row.kept]).not.toContain('')
    expect([row.what, row.basis.length > 0]).toEqual([row.what, row.people.length > 0])
  }
})

describe('the record of processing', () => {
  const fresh = readEnv({})
  const configured = readEnv({
    RETENTION_REFUSED_DAYS: '100',
    RETENTION_MESSAGES_DAYS: '730',
    MAIL_FROM: 'Kano Relief <no-reply@relief.example.org>',
    SUPPORT_EMAIL: 'help@relief.example.org',
    PUBLIC_URL: 'https://relief.example.org',
    SANDBOX: 'on',
    SMTP_URL: 'smtp://relief:the-mail-password@mail.example.org',
    SMS_PROVIDER: 'termii',
    SMS_API_KEY: 'the-sms-key',
  })
  const unpublishedOf = (env: Env) => ({ env, organisation: { shown: unpublished(env), version: null } })
  const rowAbout = (record: string, data: string) =>
    record.split('\n').find((line) => line.startsWith(`| ${data}`)) ?? ''

  test('has the contact, the configured periods and the configured recipients, and no secret', () => {
    const record = processingRecord(unpublishedOf(configured), 'markdown', TODAY)
    expect(record).toContain('Printed on 2026-11-22')
    expect(record).toContain('Controller: Kano Relief (https://relief.example.org)')
    expect(record).toContain('Contact: help@relief.example.org, ')
    expect(record).toContain('with a second step for administrators')
    expect(rowAbout(record, 'requests for aid')).toContain(
      '100 days after a refusal or 7 years after an approval and the last payout of it',
    )
    expect(rowAbout(record, 'requests for aid')).toContain('| consent (s. 25(1)(a), 30(1)(a)) |')
    expect(rowAbout(record, 'contact messages')).toContain('| 2 years after the newest, then a job deletes them; ')
    expect(rowAbout(record, 'outgoing mail')).toContain('| mail provider: mail.example.org |')
    expect(rowAbout(record, 'outgoing text messages')).toContain('| text messages: termii |')
    expect(record).not.toMatch(/the-mail-password|the-sms-key|RETENTION_|`/)
  })

  test('names no recipient that the instance does not have', () => {
    const record = processingRecord(unpublishedOf(fresh), 'markdown', TODAY)
    expect(record).not.toMatch(/provider:|Paystack|termii|captcha:|document store/)
    expect(rowAbout(record, 'outgoing mail')).toContain('| no one else |')
    expect(rowAbout(record, 'requests for aid')).toContain('2 years after a refusal')
  })

  test('has a row for all personal data, and the same rows as CSV', () => {
    const personal = readDataMap().filter(({ people }) => people.length > 0)
    const rows = processingRecord(unpublishedOf(configured), 'markdown', TODAY).match(/^\| (?!data \||---)/gm)
    expect(rows).toHaveLength(personal.length)
    const lines = processingRecord(unpublishedOf(configured), 'csv', TODAY).split('\r\n')
    expect(lines[0]).toMatch(/^"controller","contact","data",.*,"retention","security measures"$/)
    expect(lines).toHaveLength(1 + personal.length)
    for (const line of lines) expect(line.match(/"(?:[^"]|"")*"/g)).toHaveLength(10)
    expect(lines.join()).toContain('"addresses whose readers said ""this is not me"": a keyed hash"')
  })
})

test('the questions and answers name each cookie of visitors', () => {
  expect(OUTSIDE_THE_DATABASE.filter(({ what }) => what.includes('cookie'))).toHaveLength(3)
  const answers = ourFaq.questions.map(({ answer }) => answer).filter((answer) => answer.includes('cookie'))
  expect(answers.join()).toMatch(/Two cookies .* a third for one minute/)
})
