/** Drafts and publishes the details of the organisation; renders what is in force. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { Organisation } from '../../contract/platform/organisation.ts'
import { namePolicies } from '../../server/platform/rendering/policies.ts'
import { rows } from '../../server/platform/db/db.ts'
import { makeSite } from '../../server/platform/rendering/site-files.ts'
import type { Administrator } from './administering.ts'
import type { TestServer } from './server.ts'

export const ORGANISATION_PATH = '/api/admin/organisation'
export const OrganisationView = z.looseObject({
  published: Organisation,
  draft: z.looseObject({ content: Organisation, revision: z.number() }),
  version: z.looseObject({ version: z.number() }).nullable(),
  proposal: z.looseObject({ id: z.string() }).nullable(),
  overtaken_by: z.unknown(),
  needs_second: z.boolean(),
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
})

export const readOrganisation = async (by: Administrator) =>
  OrganisationView.parse((await by.call('GET', ORGANISATION_PATH)).body)

/** Saves the draft with a change. */
export async function saveOrganisation(by: Administrator, change: (of: Organisation) => Organisation) {
  const { draft } = await readOrganisation(by)
  return by.call('PUT', `${ORGANISATION_PATH}/draft`, { revision: draft.revision, content: change(draft.content) })
}

export async function publishOrganisation(by: Administrator) {
  const { draft } = await readOrganisation(by)
  return by.call('POST', `${ORGANISATION_PATH}/publish`, { revision: draft.revision, reason: 'We begin.' })
}

export async function proposeName(by: Administrator) {
  await saveOrganisation(by, (of) => ({ ...of, name: 'Nakowa Relief' }))
  return publishOrganisation(by)
}

export async function renderShown({ core, clock }: TestServer) {
  const { shown, funds } = core.organisation
  return makeSite(core, { policies: await namePolicies(core.db, shown, clock.now()), funds })
}

/** @returns the tables of which a row contains this text */
export async function findInDatabase({ core: { db } }: TestServer, word: string): Promise<string[]> {
  const tables = await rows(
    db,
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    z.object({ name: z.string() }),
  )
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const [row] = await rows(
        db,
        sql`select count(*)::int as n from ${sql.identifier(name)} as one where one::text like ${`%${word}%`}`,
        z.object({ n: z.number() }),
      )
      return row && row.n > 0 ? name : []
    }),
  )
  return found.flat()
}
