/**
 * The organisation's details, as this process knows them. Letters, text messages and pages show them. Processes that share a
 * server ask every two seconds whether another one published.
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { NO_TYPE_SENTENCE } from '../../contract/aid/application-type.ts'
import { typesOf } from '../../contract/aid/offered-types.ts'
import { OUR_FUNDS, type ShownFund } from '../../contract/money/funds.ts'
import { Organisation } from '../../contract/platform/organisation.ts'
import { ourOrganisation } from '../../contract/platform/our-organisation.ts'
import { seconds } from './clock.ts'
import { sha256 } from './crypto.ts'
import { onlyRow, rows, type Db, type Tx } from './db/db.ts'
import type { Env } from './env/env.ts'
import { refusedField } from './errors.ts'
import type { Logger } from './logger.ts'

export const POLL_MILLISECONDS = seconds(2)

export interface KnownOrganisation {
  /** As published; until then our defaults with the contacts of the settings. */
  readonly shown: Organisation
  /** Number of the publication; null: nothing was published. */
  readonly version: number | null
  /** Two people change them without a publication. */
  readonly funds: readonly ShownFund[]
  /** See {@link shownHash}. */
  readonly shows: string
  /** Reads whether a newer one was published, or a fund was changed. */
  readonly refresh: () => Promise<void>
}

const Published = z.object({ id: z.coerce.number(), content: z.unknown() })

/** The publication in force. @returns null before the first one */
export async function readPublished(db: Db | Tx): Promise<{ version: number; content: Organisation } | null> {
  const [found] = await rows(
    db,
    sql`select id::text, content from organisation_versions order by organisation_versions.id desc limit 1`,
    Published,
  )
  return found ? { version: found.id, content: Organisation.parse(found.content) } : null
}

interface NewVersion {
  readonly content: Organisation
  /** Null: published by one person. */
  readonly proposalId: string | null
  /** Null: nobody, as a consent ended. */
  readonly publishedBy: string | null
  readonly reason: string
}

/** One publication after another. */
export async function lockVersions(tx: Tx): Promise<void> {
  await tx.execute(sql`lock table organisation_versions in share row exclusive mode`)
}

/** @returns the number of the publication, which is in force once the transaction ends */
export async function addVersion(tx: Tx, added: NewVersion, now: Date): Promise<number> {
  const { content, proposalId, publishedBy, reason } = added
  const { id } = await onlyRow(
    tx,
    sql`insert into organisation_versions (content, proposal_id, reason, published_by, published_at)
        values (${JSON.stringify(content)}::jsonb, ${proposalId}, ${reason}, ${publishedBy}, ${now.toISOString()}::timestamptz)
        returning id::text`,
    z.object({ id: z.coerce.number() }),
  )
  await keepKinds(tx, content)
  return id
}

/** Requests refer to the kinds by rows, which stay. Their titles do too: the database refuses another one. */
async function keepKinds(tx: Tx, { aid }: Organisation): Promise<void> {
  await tx.execute(sql`
    insert into aid_kinds (name, place, title, fund)
    select own ->> 'key', at + (select max(place) from aid_kinds), own ->> 'title', own ->> 'fund'
      from jsonb_array_elements(${JSON.stringify(aid.own_kinds)}::jsonb) with ordinality as named (own, at)
        on conflict (name) do update set title = excluded.title, fund = excluded.fund`)
}

/** @throws AppError `invalid_input`: there is no such kind of aid */
export function requireKind({ shown }: Pick<KnownOrganisation, 'shown'>, type: string, field: string): void {
  if (!typesOf(shown.aid).includes(type)) throw refusedField(field, NO_TYPE_SENTENCE)
}

interface Named {
  readonly env: Env
  readonly organisation: Pick<KnownOrganisation, 'shown' | 'version'>
}

/** The name of the organisation that is responsible for what it stores. */
export const controllerName = ({ env, organisation }: Named) =>
  organisation.version === null ? nameBefore(env) : organisation.shown.registered.name

const nameBefore = ({ mail, publicUrl }: Env) => /^(.+) <[^<>]+>$/.exec(mail.from)?.[1] ?? new URL(publicUrl).hostname

/** Reads the name in force at a moment, for documents of that time. */
export async function controllerNameAt(db: Db, env: Env, moment: Date): Promise<string> {
  const [found] = await rows(
    db,
    sql`select content -> 'registered' ->> 'name' as name from organisation_versions
         where published_at <= ${moment.toISOString()}::timestamptz order by organisation_versions.id desc limit 1`,
    z.object({ name: z.string() }),
  )
  return found?.name ?? nameBefore(env)
}

/** Texts shown before the first publication. */
export const unpublished = ({ support }: Pick<Env, 'support'>): Organisation => ({ ...ourOrganisation, support })

/** Names what pages show that may change without a publication. */
export const shownHash = (funds: readonly ShownFund[], { support }: Organisation): string =>
  sha256(JSON.stringify([funds, support])).toString('hex')

/** @param readFunds of the domain of money */
export function createOrganisation(
  env: Env,
  db: Db,
  readFunds: (db: Db) => Promise<readonly ShownFund[]>,
): KnownOrganisation {
  const first: { readonly version: number | null; readonly content: Organisation } = {
    version: null,
    content: unpublished(env),
  }
  const withFunds = (of: typeof first, funds: readonly ShownFund[]) => ({
    ...of,
    funds,
    shows: shownHash(funds, of.content),
  })
  let known = withFunds(first, OUR_FUNDS)
  return {
    get shown() {
      return known.content
    },
    get version() {
      return known.version
    },
    get funds() {
      return known.funds
    },
    get shows() {
      return known.shows
    },
    async refresh() {
      const funds = await readFunds(db)
      known = withFunds((await readPublished(db)) ?? first, funds)
    },
  }
}

interface Polled {
  readonly organisation: KnownOrganisation
  readonly log: Logger
}

/** Refreshes it until stopped. */
export function pollOrganisation({ organisation, log }: Polled): () => Promise<void> {
  const refresh = () =>
    void organisation.refresh().catch((error: unknown) => log.warn({ err: error }, 'the organisation was not read'))
  const timer = setInterval(refresh, POLL_MILLISECONDS)
  timer.unref()
  return async () => clearInterval(timer)
}
