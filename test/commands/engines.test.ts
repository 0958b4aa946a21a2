/** One backup format for both engines: from the embedded database to PostgreSQL and back, without any change. */
import { createHash, randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { fillWithDemo } from '../../server/operator/demo/demo.ts'
import { readBackup, type Manifest } from '../../server/operator/backup/backup-format.ts'
import { restoreBackup } from '../../server/operator/backup/restore-backup.ts'
import { writeBackup } from '../../server/operator/backup/write-backup.ts'
import { readEnv } from '../../server/platform/env/env.ts'
import { claimMode, createCore } from '../../server/operator/instance.ts'
import { onlyRow, type Database, type Db } from '../../server/platform/db/db.ts'
import { appliedMigrations, MIGRATIONS_FOLDER } from '../../server/platform/db/migrate.ts'
import { FORMER_COMMIT } from '../../server/platform/db/former-schema.ts'
import { openPostgres } from '../../server/platform/db/postgres.ts'
import { createLog } from '../../server/platform/logger.ts'
import { createStorage } from '../../server/platform/storage/create-storage.ts'
import { expectBalanced } from '../support/balanced.ts'
import { readFunds } from '../../server/proof/books/stats.ts'
import { sequenceFacts } from '../../server/proof/log/sequencer.ts'
import { movableClock } from '../support/clock.ts'
import { readBalance } from '../support/balance.ts'
import { migratedDatabase } from '../support/database.ts'
import { FORMER_MIGRATIONS } from '../support/former-migrations.ts'
import { missingFacts } from '../support/missing-facts.ts'
import { SECRET_KEY } from '../support/process.ts'
import { newPostgresDatabase } from '../support/shared-database.ts'
import { addBankLine, addGift, addWallet } from './money-rows.ts'
import { callCommand } from './call-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'taimako-engines-'))
const file = join(folder, 'embedded.gz')
/** The backup of the PostgreSQL database that the first one was restored into. */
const moved = join(folder, 'postgres.gz')
const NOW = new Date('2026-11-20T10:00:00.000Z')
const storageOf = (dataDir: string) => createStorage({ dataDir, documents: { s3: undefined } })
const storage = storageOf(join(folder, 'data'))
/** Binary, and larger than a chunk of a backup. */
const DOCUMENT = randomBytes(500_000)
const DOCUMENT_KEY = '0f/00000000-0000-7000-8000-00000000000f'

let embedded: Database
const opened: Database[] = []
beforeAll(async () => {
  embedded = await migratedDatabase()
  await claimMode(embedded.db, 'sandbox', NOW)
  await demo(embedded.db)
  await logSome(embedded.db)
  await addOddRows(embedded.db)
  await writeBackup(embedded.db, file, NOW, storage)
}, 300_000)
afterAll(async () => {
  await Promise.all([embedded, ...opened].map((database) => database.close()))
  rmSync(folder, { recursive: true })
})

function demo(db: Db): Promise<string> {
  const log = createLog('silent')
  const clock = movableClock(NOW.toISOString())
  const env = readEnv({ DATA_DIR: join(folder, 'data') })
  return fillWithDemo(createCore(env, { db, urgent: db }, SECRET_KEY, log, clock))
}

/** A log that lacks the last facts, of which gifts have no turn yet. */
async function logSome(db: Db): Promise<void> {
  while ((await sequenceFacts({ db, clock: movableClock(NOW.toISOString()) })).more);
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`delete from log_entries where leaf_index >= 50`)
    await tx.execute(sql`delete from log_tile_roots`)
    await tx.execute(sql`delete from gifts_to_place where donation_id::text not in (select subject from log_entries)`)
  })
}

/** Values that a careless format would lose. */
async function addOddRows(db: Db): Promise<void> {
  await db.execute(sql`
    insert into sandbox_customers (email, customer_code, first_name, last_name, phone, metadata, created_at) values
      ('odd@taimako.example', 'CUS_odd', 'tab\tnew line\nseparator\u2028quote" backslash\\', '', null, 'null', '2026-02-03 04:05:06.789012+01'),
      ('big@taimako.example', 'CUS_big', 'NULL', '{}', '\\x00', '{"n": 9007199254740993.10, "a": [null, ""]}', '0044-03-15 12:00:00+00 BC')`)
  await db.execute(sql`
    insert into webhook_events (id, event, body_sha256, body, received_at)
    values ('00000000-0000-7000-8000-000000000001', 'charge.success', '\\x00ff00', '\\x', 'infinity')`)
  await db.execute(
    sql`insert into jobs (name, next_run_at, claimed_until, watermark) values ('payments.list', ${NOW.toISOString()}, 'infinity', ${NOW.toISOString()})`,
  )
  await addBankLine(db)
  await addWallet(db)
  await addDocument(db)
}

/** A document, and a file that waits for the sweep, which is not backed up. */
async function addDocument(db: Db): Promise<void> {
  const owner = '00000000-0000-7000-8000-0000000000aa'
  writeFileSync(join(folder, 'document'), DOCUMENT)
  await storage.put(DOCUMENT_KEY, join(folder, 'document'), { bytes: DOCUMENT.length, contentType: 'application/pdf' })
  await db.execute(
    sql`insert into stored_files (key, sweep_at, created_at) values (${DOCUMENT_KEY}, null, now()), ('aa/gone', now(), now())`,
  )
  await db.execute(sql`insert into users (id, created_at, updated_at) values (${owner}, now(), now())`)
  await db.execute(
    sql`insert into documents (id, user_id, path, version, filename, content_type, bytes, sha256, storage_key, scan, created_at)
        values (gen_random_uuid(), ${owner}, ${`${owner}/1_é.pdf`}, 1, 'é.pdf', 'application/pdf', ${DOCUMENT.length},
                ${createHash('sha256').update(DOCUMENT).digest()}, ${DOCUMENT_KEY}, 'clean', now())`,
  )
}

async function storedIn(dataDir: string): Promise<Buffer> {
  const bytes = await storageOf(dataDir).open(DOCUMENT_KEY)
  return Buffer.from(await new Response(bytes).arrayBuffer())
}

/** With the migrations, unless a test is about applying them: that takes longer than a restore. */
async function newPostgres(holds: 'nothing' | 'migrated' = 'migrated'): Promise<Database> {
  const database = openPostgres(await newPostgresDatabase(holds), () => {})
  opened.push(database)
  return database
}

async function newEmbedded(): Promise<Database> {
  const database = await migratedDatabase()
  opened.push(database)
  return database
}

/** The content of a backup, without its time and checksum. */
function contentOf(path: string): string[] {
  return gunzipSync(readFileSync(path)).toString().split('\n').slice(1, -2).sort()
}

async function manifestOf(path: string): Promise<Manifest> {
  for await (const entry of readBackup(path)) if (entry.kind === 'manifest') return entry.manifest
  throw new Error('no manifest')
}

const count = (db: Db, table: string) =>
  onlyRow(db, sql`select count(*)::int as found from ${sql.identifier(table)}`, z.object({ found: z.number() })).then(
    ({ found }) => found,
  )

test('from embedded to PostgreSQL every value is the same, and the books balance', async () => {
  await expectBalanced(embedded.db)
  const url = await newPostgresDatabase('nothing')
  const variables = { DATABASE_URL: url, SECRET_KEY, DATA_DIR: join(folder, 'moved') }
  const restore = await callCommand('restore', [file], variables)
  expect(restore).toMatchObject({ code: 0, refused: '' })
  expect(restore.said).toContain('413 of them gifts, as of 2026-11-20T10:00:00.000Z, and 11 stored files: the books')
  expect(restore.said).toContain("Start it with the old instance's SECRET_KEY")

  const database = openPostgres(url, () => {})
  opened.push(database)
  expect(await readFunds(database.db)).toEqual(await readFunds(embedded.db))
  expect((await storedIn(variables.DATA_DIR)).equals(DOCUMENT)).toBe(true)
  const backup = await callCommand('backup', [moved], variables)
  expect(backup).toMatchObject({ code: 0, refused: '' })
  expect(contentOf(moved)).toEqual(contentOf(file))
})

test('and back again; new rows get later numbers than restored ones, and leases are released', async () => {
  const { db } = await newEmbedded()
  await restoreBackup(db, moved, await manifestOf(moved), NOW, storage)
  await expectBalanced(db)
  await writeBackup(db, join(folder, 'back.gz'), NOW, storage)
  expect(contentOf(join(folder, 'back.gz'))).toEqual(contentOf(file))

  const Id = z.object({ id: z.string() })
  const restored = await onlyRow(db, sql`select max(id)::text as id from sandbox_customers`, Id)
  const customer = await onlyRow(
    db,
    sql`insert into sandbox_customers (email, customer_code, created_at) values ('new@taimako.example', 'CUS_new', now()) returning id::text`,
    Id,
  )
  expect(BigInt(customer.id)).toBe(BigInt(restored.id) + 1n)
  const wallet = await onlyRow(
    db,
    sql`insert into ledger_accounts (code, kind, shards) values ('wallet:new', 'wallet', 1) returning id::text`,
    Id,
  )
  expect(wallet.id).toBe('9007199254740994')
  const job = await onlyRow(
    db,
    sql`select claimed_until is null as free, watermark = ${NOW.toISOString()}::timestamptz as kept from jobs`,
    z.object({ free: z.boolean(), kept: z.boolean() }),
  )
  expect(job).toEqual({ free: true, kept: true })
})

test('a file that changes while it is restored changes nothing', async () => {
  const bad = join(folder, 'bad.gz')
  const text = gunzipSync(readFileSync(file)).toString()
  writeFileSync(bad, gzipSync(text.slice(0, text.lastIndexOf('{"end"'))))
  const { db } = await newPostgres()
  await expect(restoreBackup(db, bad, await manifestOf(bad), NOW, storage)).rejects.toThrow('its end is missing')
  expect(await count(db, 'donations')).toBe(0)
  expect(await count(db, 'transfers')).toBe(0)
  expect((await readFunds(db)).every(({ gifts, amount }) => gifts === 0n && amount === 0n)).toBe(true)
  // The database is still empty, so the intact file can be restored.
  await restoreBackup(db, file, await manifestOf(file), NOW, storage)
  await expectBalanced(db)
  await expectLogGoesOn(db)
})

/** The outbox is in no backup: what had no entry yet gets one, and no gift loses its turn. */
async function expectLogGoesOn(db: Db): Promise<void> {
  const missing = (await missingFacts(embedded.db)).length
  const logged = await count(embedded.db, 'log_entries')
  expect([missing > 0, logged > 0]).toEqual([true, true])
  while ((await sequenceFacts({ db, clock: movableClock(NOW.toISOString()) })).more);
  expect([await missingFacts(db), await count(db, 'log_entries')]).toEqual([[], logged + missing])
  const unplaced = sql`select (select count(*)::int from gifts_to_place) as waiting, (select count(*)::int from log_entries where type = 'gift'
    and not exists (select from gift_lots where donation_id::text = subject)) as unplaced`
  const { waiting, unplaced: all } = await onlyRow(
    db,
    unplaced,
    z.object({ waiting: z.number(), unplaced: z.number() }),
  )
  expect(waiting).toBe(all)
}

test('a backup without the bytes of a document is refused, and changes nothing', async () => {
  const { db } = await newPostgres()
  const bad = join(folder, 'no-bytes.gz')
  const lines = gunzipSync(readFileSync(file)).toString().split('\n').slice(0, -2)
  const kept = lines.filter((line) => !line.startsWith('{"file"') && !line.startsWith('"'))
  const content = kept.map((line) => `${line}\n`).join('')
  const { rows } = z
    .object({ rows: z.unknown() })
    .parse(JSON.parse(gunzipSync(readFileSync(file)).toString().split('\n').at(-2) ?? ''))
  const sha256 = createHash('sha256').update(content).digest('hex')
  writeFileSync(bad, gzipSync(`${content}${JSON.stringify({ end: 'taimako-backup', rows, files: 0, sha256 })}\n`))
  await expect(restoreBackup(db, bad, await manifestOf(bad), NOW, storage)).rejects.toThrow(
    '11 files are missing in this backup',
  )
  expect(await count(db, 'documents')).toBe(0)
})

test('a database in use is refused, and not changed', async () => {
  const { db } = await newPostgres()
  await db.execute(
    sql`insert into webhook_events (id, event, body_sha256, received_at) values (gen_random_uuid(), 'one', '', now())`,
  )
  await expect(restoreBackup(db, file, await manifestOf(file), NOW, storage)).rejects.toThrow(
    'This database is not empty: webhook_events has rows.',
  )
  expect(await count(db, 'webhook_events')).toBe(1)
  expect(await count(db, 'transfers')).toBe(0)
})

test('an older backup is migrated: later migrations apply to its rows', async () => {
  const older = await newPostgres()
  await claimMode(older.db, 'sandbox', NOW)
  await addGift(older.db)
  const path = join(folder, 'older.gz')
  await writeBackup(older.db, path, NOW, storage)
  const laterFolder = join(folder, 'later')
  cpSync(MIGRATIONS_FOLDER, laterFolder, { recursive: true })
  writeFileSync(
    join(laterFolder, '9000_later.sql'),
    'alter table donations add column kobo bigint; update donations set kobo = amount;',
  )

  const newer = await newPostgres()
  await restoreBackup(newer.db, path, await manifestOf(path), NOW, storage, laterFolder)
  expect(await appliedMigrations(newer.db)).toEqual([...(await appliedMigrations(older.db)), '9000_later.sql'])
  expect(await onlyRow(newer.db, sql`select kobo::int from donations`, z.object({ kobo: z.number() }))).toEqual({
    kobo: 500,
  })
  expect(await readBalance(newer.db, 'fees:school')).toBe(-7n)
  await expectBalanced(newer.db)
  await expect(restoreBackup(newer.db, path, await manifestOf(path), NOW, storage, laterFolder)).rejects.toThrow(
    'This database already has the migration 9000_later.sql, which is newer than the backup.',
  )
})

test('a backup from just before 0.1.0 is restored; an older or newer one is refused, with what to do', async () => {
  const { db: old } = await newPostgres()
  const manifest = await manifestOf(file)
  await restoreBackup(old, file, manifest, NOW, storage)
  // The columns and rows of 0.1.0: no payout under a proposed award.
  await old.execute(sql`update disbursements set state = 'cancelled', ended_at = now()
    where state = 'proposed' and award_id in (select id from awards where state = 'proposed')`)
  await old.execute(sql`drop function disbursements_counted, award_payouts_guard, award_in_payouts cascade`)
  await old.execute(sql`alter table awards drop column in_payouts`)
  await old.execute(sql`alter table gift_turns drop column size, drop column paid_before`)
  await old.execute(sql`alter table book_checks drop column place`)
  await old.execute(sql`alter table witness_sends drop column clock_ahead`)
  await old.execute(sql`alter table donations drop column terms_version`)
  await old.execute(sql`alter table aid_applications drop column terms_version, drop column vendor_given_up_at`)
  await old.execute(sql`drop table log_outbox, log_sweeps, log_rechecks, gifts_to_place`)
  await old.execute(sql`drop function log_outbox_row, log_outbox_add, log_outbox_add_all, gift_lots_outbox, allocations_outbox, published_payments_outbox,
    monthly_gifts_outbox, published_outflows_outbox, log_entries_to_place cascade`)
  await old.execute(sql`alter table profiles drop column marked_by, drop column marked_at`)
  await old.execute(sql`alter table contact_messages drop column assigned_to`)
  await old.execute(sql`alter table gift_lots drop column goes_on_in, drop column turn`)
  await old.execute(sql`drop table published_moves, fund_moves, fund_move_proposals cascade`)
  await old.execute(sql`drop function fund_moves_agreed cascade`)
  await old.execute(sql`drop table closed_months, month_closings, phone_codes, stopped_numbers, fund_changes, organisation_draft,
    organisation_proposals, organisation_pictures, stories, rendered_sites, site_previews, organisation_versions,
    policy_versions, recipient_words cascade`)
  await old.execute(sql`alter table aid_kinds drop column title cascade, drop column fund cascade`)
  await old.execute(sql`drop function aid_kinds_keep_name cascade`)
  await old.execute(sql`alter table funds drop column title, drop column purpose, drop column icon, drop column kinds,
    drop column for_critical, drop column pays_for, drop column closed_at cascade`)
  await old.execute(sql`alter table users drop column phone cascade, drop column phone_confirmed_at, drop column new_phone,
    drop column phone_change_sent_at, drop column phone_changed_at cascade`)
  await old.execute(sql`drop table upload_parts, plain_requests`)
  await old.execute(sql`alter table resumable_uploads drop column metadata, drop column overwrite, drop column arrived cascade,
    drop column heard_at`)
  await old.execute(sql`alter table sessions drop column by_text, drop column limited`)
  await old.execute(
    sql`alter table users drop column phone_doubt, drop column second_fact_misses, drop column step_texts`,
  )
  await old.execute(sql`alter table profiles drop column birth_year, drop column language`)
  await old.execute(sql`drop table owed_calls, text_replies`)
  await old.execute(sql`alter table published_rows drop column confirmed_by_text`)
  await old.execute(sql`alter table request_letters drop column text_id, drop column news, drop column failed_at`)
  await old.execute(sql`alter table outgoing_text_messages drop column signs_in, drop column provider_id, drop column delivered_at,
    drop column undelivered_at, drop column report`)
  await old.execute(sql`alter table application_events drop column due_at, drop column appeal_id cascade`)
  await old.execute(sql`drop function held_until, refuse_held_transfer, refuse_held_payout cascade`)
  await old.execute(sql`alter table application_documents drop column act_id`)
  await old.execute(
    sql`alter table aid_applications drop column corrections, drop column helper_relation, drop column language cascade`,
  )
  await old.execute(sql`drop function end_asked_call cascade`)
  await old.execute(sql`drop table applicant_acts`)
  await old.execute(
    sql`alter table profile_claims drop column link_before, drop column said_before_by, drop column said_before_at`,
  )
  await old.execute(sql`drop table kept_receipts, former_households, closed_members cascade`)
  await old.execute(sql`alter table request_addresses drop column held_act, drop column held_act_request`)
  await old.execute(sql`alter table contact_replies drop column failed_at`)
  await old.execute(sql`drop index contact_replies_of_mail`)
  await old.execute(sql`alter table staff_invitations drop column mail_id`)
  await old.execute(sql`alter table one_time_tokens drop column profile_before`)
  await old.execute(sql`drop function disbursement_evidence_is_kept, words_of_person cascade`)
  await old.execute(sql`drop table appeals, complaint_acts, payout_holds, complaints cascade`)
  await old.execute(sql`delete from schema_migrations where name >= '0014'`)
  const earlier = join(folder, 'earlier.gz')
  await writeBackup(old, earlier, NOW, storage)
  const { db } = await newPostgres('nothing')
  const former = { ...(await manifestOf(earlier)), migrations: FORMER_MIGRATIONS }
  const restored = await restoreBackup(db, earlier, former, NOW, storage)
  expect(restored.rows['donations']).toBe(await count(embedded.db, 'donations'))
  expect(await appliedMigrations(db)).toEqual(await appliedMigrations(embedded.db))
  await expectLogGoesOn(db)
  await expectBalanced(db)

  const empty = await newPostgres('nothing')
  const restore = (migrations: string[]) => restoreBackup(empty.db, file, { ...manifest, migrations }, NOW, storage)
  await expect(restore(FORMER_MIGRATIONS.slice(0, -1))).rejects.toThrow(
    `This backup is older than version 0.1.0. Restore it with the commit ${FORMER_COMMIT}, and make a new one.`,
  )
  await expect(restore([...manifest.migrations, '9000_later.sql'])).rejects.toThrow(
    'This backup was made by a newer version of Taimako, with the migration 9000_later.sql. Update first.',
  )
  expect(
    await onlyRow(empty.db, sql`select to_regclass('instance') is null as empty`, z.object({ empty: z.boolean() })),
  ).toEqual({
    empty: true,
  })
})

test('a backup is a consistent snapshot, even with writes in between', async () => {
  const url = await newPostgresDatabase('migrated')
  const database = openPostgres(url, () => {})
  opened.push(database)
  const { db } = database
  await claimMode(db, 'sandbox', NOW)
  // Blocks the backup before this table, and writes meanwhile.
  const other = new Client({ connectionString: url })
  await other.connect()
  await other.query('begin')
  await other.query('lock table webhook_events in access exclusive mode')
  const path = join(folder, 'busy.gz')
  const backup = writeBackup(db, path, NOW, storage)
  const waiting = `select exists (select from pg_locks where relation = 'webhook_events'::regclass and not granted) as one`
  let held = false
  while (!held) {
    const answer = await other.query(waiting)
    held = z.tuple([z.object({ one: z.boolean() })]).parse(answer.rows)[0].one
  }
  await other.query(
    `insert into webhook_events (id, event, body_sha256, received_at) values (gen_random_uuid(), 'late', '', now())`,
  )
  await other.query('commit')
  await other.end()
  expect((await backup).rows['webhook_events']).toBe(0)
  expect(await count(db, 'webhook_events')).toBe(1)
})
