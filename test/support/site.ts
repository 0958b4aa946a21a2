/** The server that the browser tests of a worker share: a process on PostgreSQL, reset before each file. */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, inject } from 'vitest'
import type { Database } from '../../server/platform/db/db.ts'
import { openPostgres } from '../../server/platform/db/postgres.ts'
import { startServer } from './process.ts'
import { postgresVariables } from './shared-database.ts'
import { codeOf } from '../../server/platform/db/errors.ts'

/** The administrator of every site. */
export const ADMIN = { email: 'admin@taimako.example', password: 'a lantern in the yard' }

export interface Site {
  readonly url: string
  /** Mails and text messages are stored here as files. */
  readonly dataDir: string
  readonly database: Database
}

let running: Promise<Site> | undefined
/** The home page without a publication. */
let firstHome = ''

/** @returns the site, from within a test or a `beforeAll` */
export function useSite(): Site {
  let site: Site | undefined
  const get = () => {
    if (!site) throw new Error('useSite: the site runs within tests only')
    return site
  }
  beforeAll(async () => {
    const used = running
    running ??= startSite()
    site = await running
    if (used) await restore(site)
  })
  return {
    get url() {
      return get().url
    },
    get dataDir() {
      return get().dataDir
    },
    get database() {
      return get().database
    },
  }
}

/** Prepares what the tests of a file begin with. A test that is tried again finds it anew: what its first try left would be in the way. */
export function arrange(site: Site, prepare: () => Promise<void>): void {
  beforeAll(prepare)
  beforeEach(async ({ task }) => {
    if ((task.result?.retryCount ?? 0) === 0) return
    await restore(site)
    await prepare()
  })
}

async function startSite(): Promise<Site> {
  const postgres = await postgresVariables()
  const dataDir = join(inject('runFolder'), `site-${process.pid}`)
  mkdirSync(dataDir, { recursive: true })
  const { url } = await startServer(
    {
      ...postgres,
      DATA_DIR: dataDir,
      NODE_OPTIONS: `--import=${new URL('quick-passwords.ts', import.meta.url).href}`,
      RATE_LIMITS: 'off',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      // Allows nothing beside a second administrator.
      SOLE_ADMINISTRATOR: 'on',
      LANGUAGES_DRAFTS: 'on',
      FOCAL_PERSON: ADMIN.email,
    },
    'worker',
  )
  const database = openPostgres(String(postgres['DATABASE_URL']), () => {})
  await database.db.execute(sql`
    do $$
    declare kept name;
    begin
      create schema as_started;
      for kept in select tablename from pg_tables where schemaname = 'public' and tablename not in ('jobs', 'signing_keys') loop
        execute format('create table as_started.%I as table public.%I', kept, kept);
      end loop;
    end $$`)
  firstHome = await homeOf(url)
  return { url, dataDir, database }
}

/** Restores the rows that existed after the start, except the jobs, which are running, and the signing keys, which the server caches. */
async function restore(site: Site): Promise<void> {
  // The jobs are running: the database ends one of two that wait for each other, which may be this one.
  while (!(await restoreRows(site)));
  // The log starts again as well.
  for (const name of ['outbox', 'sms', 'log.key.checkpoint'])
    rmSync(join(site.dataDir, name), { recursive: true, force: true })
  // The server asks every two seconds what its organisation published.
  while ((await homeOf(site.url)) !== firstHome) await pause(100)
}

const homeOf = async (url: string) => (await fetch(url)).text()

/** @returns false if it was ended because of a deadlock */
async function restoreRows({ database }: Site): Promise<boolean> {
  try {
    await database.db.execute(sql`
    do $$
    declare kept name; given text;
    begin
      set local session_replication_role = replica;
      for kept in select tablename from pg_tables where schemaname = 'as_started' loop
        -- The database computes the other columns itself.
        select string_agg(format('%I', column_name), ', ') into given from information_schema.columns
         where table_schema = 'public' and table_name = kept and is_generated = 'NEVER';
        execute format('delete from public.%I', kept);
        execute format('insert into public.%I (%s) overriding system value select %2$s from as_started.%1$I', kept, given);
      end loop;
    end $$`)
    return true
  } catch (error) {
    if (codeOf(error) === '40P01') return false
    throw error
  }
}
