/**
 * A backup of many gifts and payouts is restored into a new database, whose transaction ids begin anew: the books are checked, the log and the audit go on
 * and the gifts take their turns, though no statement may take longer than five seconds.
 */
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { generateLoggedGifts } from '../bench/generate/log.ts'
import { generateMoney } from '../bench/generate/money.ts'
import { generatePaidOut, GIFTS_A_PAYOUT } from '../bench/generate/paid-out.ts'
import { generateApplications, generatePeople } from '../bench/generate/people.ts'
import { generateAudit } from '../bench/generate/records.ts'
import { openCore } from '../bench/open-core.ts'
import { Pool } from 'pg'
import { readBackup } from '../server/operator/backup/backup-format.ts'
import { restoreBackup } from '../server/operator/backup/restore-backup.ts'
import { writeBackup } from '../server/operator/backup/write-backup.ts'
import { claimMode } from '../server/operator/instance.ts'
import { onlyRow } from '../server/platform/db/db.ts'
import { openPostgres } from '../server/platform/db/postgres.ts'
import { createStorage } from '../server/platform/storage/create-storage.ts'
import { checkBooks, readBooksState } from '../server/proof/books/books.ts'
import { allocateGifts } from '../server/proof/log/lots.ts'
import { sequenceFacts } from '../server/proof/log/sequencer.ts'
import { extendChain } from '../server/record/audit/chain.ts'
import { newMigratedDatabase, startPostgres, type PostgresServer } from '../test/support/database.ts'
import { missingFacts } from '../test/support/missing-facts.ts'
import { temporaryFolder } from '../test/support/process.ts'
import { newFindings, type Outcome } from './outcome.ts'

const STATEMENT_MILLISECONDS_MAX = 5000
/** New since the backup's log: they have no entry yet. */
const UNLOGGED = 6000

export async function catchUpAfterRestore({ gifts }: { readonly gifts: number }): Promise<Outcome> {
  const findings = newFindings()
  const postgres = await startPostgres(['max_connections=100'])
  try {
    const url = await restored(postgres, gifts)
    const { core, close } = openCore({ url: `${url}?statement_timeout=${STATEMENT_MILLISECONDS_MAX}` })
    const kept = async (promise: string, work: () => Promise<unknown>) => {
      const failure = await work().then(
        () => '',
        (error: unknown) => String(error instanceof Error ? (error.cause ?? error) : error),
      )
      findings.same(promise, failure, '')
    }
    const started = process.cpuUsage()
    const begun = performance.now()
    await kept('the books are checked from the first transfer', () => checkBooks(core, 'recent'))
    findings.same('the books balance', await readBooksState(core.db, null), 'balanced')
    await kept('the facts without an entry get one', async () => {
      while ((await sequenceFacts(core)).more);
    })
    findings.same('no fact is left out', (await missingFacts(core.db)).length, 0)
    await kept('the gifts take their turns', () => allocateGifts(core))
    await kept('the audit goes on', () => extendChain(core.db))
    const { size, entries, facts, unchained } = await onlyRow(
      core.db,
      sql`select (select max(leaf_index)::int + 1 from log_entries) as size, (select count(*)::int from log_entries) as entries,
                 (select count(*)::int from (select distinct type, subject from log_entries) as fact) as facts,
                 (select count(*)::int from audit_events where not exists (select from audit_chain where event_id = audit_events.id)) as unchained`,
      z.record(z.string(), z.number()),
    )
    findings.same('each place of the log is used once, and each fact has one', [entries, facts], [size, size])
    findings.same('each event is in the chain of the audit', unchained, 0)
    const { user, system } = process.cpuUsage(started)
    const seconds = Math.round((performance.now() - begun) / 1000)
    await close()
    return findings.outcome(
      `a backup of ${gifts.toLocaleString('en')} gifts, of which ${UNLOGGED.toLocaleString('en')} had no entry in the log, with a payout for each ${GIFTS_A_PAYOUT}, restored; statements of at most ${STATEMENT_MILLISECONDS_MAX / 1000} s; caught up and checked in ${seconds} s, with ${((user + system) / 1e6).toFixed(0)} s of processor time without the database's`,
    )
  } finally {
    await postgres.stop()
  }
}

/** @returns the address of the database into which the backup of another was restored */
async function restored(postgres: PostgresServer, gifts: number): Promise<string> {
  const storage = createStorage({ dataDir: temporaryFolder(), documents: { s3: undefined } })
  const file = join(temporaryFolder(), 'backup.gz')
  const now = new Date()
  const source = await newMigratedDatabase(postgres, 'before')
  const pool = new Pool({ connectionString: source, max: 4 })
  const bench = { url: source, pool, close: () => pool.end() }
  const payouts = gifts / GIFTS_A_PAYOUT
  await generatePeople(bench, 10)
  await generateApplications(bench, payouts, 10)
  await generateMoney(bench, { gifts, topUps: 0, readersTopUps: 10, people: 10 })
  await generateLoggedGifts(bench, gifts)
  await generatePaidOut(bench, payouts, true)
  await generateAudit(bench, gifts, 10)
  await pool.query(`set session_replication_role = replica; delete from log_entries where leaf_index >= ${gifts * 0.9 - UNLOGGED};
    delete from log_checkpoints; delete from log_tile_roots;
    delete from gifts_to_place where not exists (select from log_entries where log_entries.leaf_hash = gifts_to_place.leaf_hash)`)
  await pool.end()
  const before = openPostgres(source, () => {}, { patient: true })
  await claimMode(before.db, 'test', now)
  await writeBackup(before.db, file, now, storage)
  await before.close()
  const url = await postgres.newDatabase('after')
  const after = openPostgres(url, () => {}, { patient: true })
  for await (const entry of readBackup(file))
    if (entry.kind === 'manifest') {
      await restoreBackup(after.db, file, entry.manifest, now, storage)
      break
    }
  await after.close()
  return url
}
