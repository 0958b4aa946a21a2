/**
 * Publishing the organisation's details. The pages are rendered first, in a process of their own; the publication and its
 * pages are then stored at once, so what is in force can always be served. Names, contacts and registration take two administrators,
 * where there are two.
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { Organisation } from '../../../contract/platform/organisation.ts'
import { recordAudit, type Administering } from '../../record/audit/audit.ts'
import type { Core } from '../../platform/core.ts'
import { onlyRow, rows, type Db, type Tx } from '../../platform/db/db.ts'
import { AppError, invariant } from '../../platform/errors.ts'
import { addVersion, lockVersions, readPublished, shownHash, unpublished } from '../../platform/organisation.ts'
import { namePolicies, storePolicies, type NamedPolicies } from '../../platform/rendering/policies.ts'
import { packFiles, storeRendering, type Packed } from '../../platform/rendering/renderings.ts'
import { makeSite } from '../../platform/rendering/site-files.ts'
import { keepStories, readStories } from '../../platform/rendering/stories.ts'
import { withDuty } from '../../record/profiles/profiles.ts'
import { decisionKind, type Decider } from '../../record/two-person/decisions.ts'
import { findOpenProposal, propose, type ProposalKind } from '../../record/two-person/proposals.ts'
import { auditedChanges, changesBetween, readNamed, takeTwoPeople, UNNAMED, type Change } from './changes.ts'
import { AUDITED, lockDraft, readDraft, requireReader, restoreDraft } from './drafts.ts'

const PUBLICATION: ProposalKind<'publish'> = {
  name: 'organisation',
  choices: ['publish'],
  audited: {
    subject: 'organisation',
    proposed: 'organisation.proposed',
    confirmed: 'organisation.published',
    withdrawn: 'organisation.withdrawn',
  },
}

export interface Publishing extends Core {
  /** Whether this process serves pages, which a publication renders anew. */
  readonly hasPages: boolean
}

/** One publication after another in this process. */
let turn: Promise<void> = Promise.resolve()

/** An instance has one organisation, so one open proposal. */
const SUBJECT = '6f726761-6e69-4f6e-8000-000000000001'

/** The publication in force, with its version. */
export async function readInForce({ env }: Pick<Core, 'env'>, db: Db | Tx) {
  return (await readPublished(db)) ?? { version: null, content: unpublished(env) }
}

/** Whether someone else could confirm. One administrator alone publishes alone. */
export async function needsSecond(db: Db | Tx, changes: readonly Change[]): Promise<boolean> {
  if (!takeTwoPeople(changes)) return false
  const { administrators } = await onlyRow(
    db,
    sql`select count(*)::int as administrators from profiles where ${withDuty('administer')}`,
    z.object({ administrators: z.number() }),
  )
  return administrators > 1
}

/**
 * Publishes the draft, or proposes it where that takes two people.
 * @param seen the revision of the draft that the caller saw
 */
export function publishDraft(core: Publishing, by: Administering, seen: number, reason: string): Promise<void> {
  // A second publisher hears that the draft is gone before its pages are rendered again.
  const published = turn.then(() => publishNow(core, by, seen, reason))
  turn = published.catch(() => {})
  return published
}

async function publishNow(core: Publishing, by: Administering, seen: number, reason: string): Promise<void> {
  const draft = await readDraft(core, core.db)
  if (draft.revision !== seen) throw new AppError('draft_changed')
  const before = await readInForce(core, core.db)
  const changes = changesBetween(before.content, draft.content, await readNamed(core.db, []))
  if (changes.length === 0) throw new AppError('nothing_to_change')
  refuseOwnNaming(by, before.content, draft.content)
  await requireReader(core.db, before.content, draft.content)
  const now = core.clock.now()
  if (await needsSecond(core.db, changes)) {
    await core.db.transaction(async (tx) => {
      await lockDraft(core, tx, seen)
      const about = { subjectId: AUDITED, after: { changed: auditedChanges(changes) } }
      const { id } = await propose(tx, PUBLICATION, by, { subjectId: SUBJECT, choice: 'publish', reason }, about, now)
      await tx.execute(sql`
        insert into organisation_proposals (id, content, based_on)
        values (${id}, ${JSON.stringify(draft.content)}::jsonb, ${before.version})`)
      await tx.execute(sql`delete from organisation_draft`)
    })
    return
  }
  const rendered = await renderPages(core, draft.content)
  await core.db.transaction(async (tx) => {
    await lockDraft(core, tx, seen)
    const version = await storeVersion(core, tx, {
      content: draft.content,
      basedOn: before.version,
      by,
      proposalId: null,
      reason,
      rendered,
    })
    await tx.execute(sql`delete from organisation_draft`)
    const entry = { action: 'organisation.published', subject: 'organisation', subjectId: AUDITED } as const
    const audited = { version, changed: auditedChanges(changes) }
    await recordAudit(tx, { by, ...entry, before: { version: before.version }, after: audited }, now)
  })
  await core.organisation.refresh()
}

/** Refuses the person who is named to read complaints about people who work here: they neither propose nor confirm it. */
export const namesAnew = (userId: string, { complaints: before }: Organisation, { complaints: after }: Organisation) =>
  after.focal === userId && before.focal !== userId

/** @throws AppError `own_focal_person` */
function refuseOwnNaming({ userId }: Administering, before: Organisation, after: Organisation): void {
  if (namesAnew(userId, before, after)) throw new AppError('own_focal_person')
}

interface Rendered {
  /** Null: this process serves none. */
  readonly pages: Packed | null
  /** As the pages name them. */
  readonly policies: NamedPolicies
}

async function renderPages({ hasPages, ...core }: Publishing, content: Organisation): Promise<Rendered> {
  const policies = await namePolicies(core.db, content, core.clock.now())
  if (!hasPages) return { policies, pages: null }
  const { funds } = core.organisation
  const packed = await packFiles(await makeSite(core, { policies, funds }))
  return { policies, pages: { packed, shows: shownHash(funds, content) } }
}

interface Publication {
  readonly content: Organisation
  /** The version that it was compared with. */
  readonly basedOn: number | null
  readonly by: Administering
  readonly proposalId: string | null
  readonly reason: string
  readonly rendered: Rendered
}

/** @throws AppError `draft_changed`: another was published meanwhile */
async function storeVersion(
  core: Core,
  tx: Tx,
  { content, basedOn, by, proposalId, reason, rendered: { pages, policies } }: Publication,
): Promise<number> {
  await lockVersions(tx)
  if ((await readInForce(core, tx)).version !== basedOn) throw new AppError('draft_changed')
  const now = core.clock.now()
  const stories = await readStories(tx)
  const isKept = (storyId: string) => stories.has(storyId)
  const left = keepStories(content, isKept)
  const id = await addVersion(tx, { content: left, proposalId, reason, publishedBy: by.userId }, now)
  await storePolicies(tx, policies, now)
  // Pages rendered before a story was taken back would still show it.
  if (pages && (content.texts.stories ?? []).every(isKept))
    await storeRendering(core, tx, { version: id, ...pages }, now)
  return id
}

/** Moves a draft and proposals from one publication to the next, which only leaves out or adds a story. */
export async function rebase(tx: Tx, from: number, to: number): Promise<void> {
  await tx.execute(sql`update organisation_draft set based_on = ${to} where based_on = ${from}`)
  await tx.execute(sql`update organisation_proposals set based_on = ${to} where based_on = ${from}`)
}

/** Publishing what one administrator proposed. Its pages are rendered before the transaction. */
export function publicationDecision(core: Publishing) {
  // Two may confirm at once: each with its own pages.
  const made = new WeakMap<Decider, Rendered>()
  return decisionKind(core, {
    ...PUBLICATION,
    async prepare({ id }, by) {
      made.set(by, await renderPages(core, (await readProposed(core.db, id)).content))
    },
    lock: async ({ tx }, { id }) => ({ ...(await readProposed(tx, id)), before: await readInForce(core, tx) }),
    async refuse({ tx, by }, { content, basedOn, before }) {
      if (before.version !== basedOn) throw new AppError('draft_changed')
      refuseOwnNaming(by, before.content, content)
      await requireReader(tx, before.content, content)
    },
    about: ({ content, before }) => ({
      subjectId: AUDITED,
      after: { changed: auditedChanges(changesBetween(before.content, content, UNNAMED)) },
    }),
    async carryOut({ tx, by }, { content, basedOn }, { id, reason }) {
      const rendered = made.get(by)
      invariant(rendered, 'pages are rendered before they are published')
      await storeVersion(core, tx, { content, basedOn, by, proposalId: id, reason, rendered })
    },
    async withdraw({ tx, by, now }, { id }) {
      await restoreDraft(tx, by, await readProposed(tx, id), now)
      return { subjectId: AUDITED }
    },
    // Another draft may have been published, which one person may where it changes no name or contact.
    over: () => sql`not exists (
      select from organisation_proposals where organisation_proposals.id = proposals.id
         and based_on is not distinct from (select max(organisation_versions.id) from organisation_versions))`,
    barred: ({ userId }) => namesPerson(userId),
    async view(db, proposed) {
      const { content: before } = await readInForce(core, db)
      const views = await Promise.all(
        proposed.map(async ({ id }) => {
          const { content } = await readProposed(db, id)
          const changes = changesBetween(before, content, await readNamed(db, [before, content]))
          return [id, { subject: before.name, changes }] as const
        }),
      )
      return new Map(views)
    },
  })
}

/** The condition on `proposals` that a proposal newly names this administrator to read complaints. */
const namesPerson = (userId: string) => sql`exists (
  select from organisation_proposals where organisation_proposals.id = proposals.id and content #>> '{complaints,focal}' = ${userId}
     and ${userId} is distinct from (select content #>> '{complaints,focal}' from organisation_versions order by organisation_versions.id desc limit 1))`

const Proposed = z
  .object({ content: Organisation, based_on: z.coerce.number().nullable() })
  .transform(({ content, based_on }) => ({ content, basedOn: based_on }))

/** The publication that a second person is asked to confirm. */
export function readProposed(db: Db | Tx, id: string) {
  return onlyRow(db, sql`select content, based_on::text from organisation_proposals where id = ${id}`, Proposed)
}

/** @returns the open proposal; null without one */
export async function findProposedPublication(tx: Tx, now: Date) {
  const proposal = await findOpenProposal(tx, PUBLICATION, SUBJECT, now)
  return proposal && { proposal, ...(await readProposed(tx, proposal.id)) }
}

const Withdrawn = z.object({
  id: z.string(),
  content: Organisation,
  reason: z.string(),
  proposed_by: z.string(),
  proposed_at: z.coerce.date(),
})

/** The last proposals that no one confirmed, newest first: a draft can begin from each. */
export function listWithdrawn(db: Db | Tx, max: number) {
  return rows(
    db,
    sql`select id::text, content, reason, proposed_by::text, proposed_at from organisation_proposals join proposals using (id)
         where state in ('withdrawn', 'lapsed') order by decided_at desc, id desc limit ${max}`,
    Withdrawn,
  )
}

const Version = z.object({
  id: z.coerce.number(),
  content: Organisation,
  reason: z.string(),
  published_by: z.string().nullable(),
  published_at: z.coerce.date(),
})

/** The publications, newest first. */
export function listVersions(db: Db | Tx, max: number) {
  return rows(
    db,
    sql`select id::text, content, reason, published_by::text, published_at from organisation_versions order by organisation_versions.id desc limit ${max}`,
    Version,
  )
}
