/** The draft of the organisation's details, shared by all administrators. A stale version is refused. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { nearestAccent, nearestMain } from '../../../contract/platform/colours.ts'
import { Organisation } from '../../../contract/platform/organisation.ts'
import type { PolicySection } from '../../../contract/platform/our-policies.ts'
import { POLICY_NAMES } from '../../../contract/platform/policy-names.ts'
import type { FieldError } from '../../../contract/platform/errors.ts'
import { readFundKeys } from '../../money/funds/funds.ts'
import type { Core } from '../../platform/core.ts'
import { sha256 } from '../../platform/crypto.ts'
import { onlyRow, rows, type Db, type Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { readPublished, unpublished } from '../../platform/organisation.ts'
import { faultOf } from '../../platform/rendering/formatted-text.ts'
import { keepStories, readStories } from '../../platform/rendering/stories.ts'
import { kindFaults, withPublishedKinds } from './own-kinds.ts'
import { recordAudit, type Administering } from '../../record/audit/audit.ts'
import { listWithDuty } from '../../record/profiles/profiles.ts'

/** How the audit names it. */
export const AUDITED = 'organisation'

export interface Draft {
  readonly content: Organisation
  /** The publication that it changes; null: our defaults. */
  readonly basedOn: number | null
  /** Names what its reader sees: this content, to be compared with the publication in force. */
  readonly revision: number
  readonly isBegun: boolean
  readonly changedBy: string | null
  readonly changedAt: Date | null
}

const Row = z
  .object({
    content: z.unknown(),
    based_on: z.coerce.number().nullable(),
    changed_by: z.string().nullable(),
    changed_at: z.coerce.date(),
  })
  .transform(({ content, based_on, changed_by, changed_at }) => ({
    content: Organisation.parse(content),
    basedOn: based_on,
    changedBy: changed_by,
    changedAt: changed_at,
  }))

/** @returns the draft; without one, what is in force */
export async function readDraft({ env }: Pick<Core, 'env'>, db: Db | Tx): Promise<Draft> {
  const [found] = await rows(
    db,
    sql`select content, based_on::text, changed_by::text, changed_at from organisation_draft`,
    Row,
  )
  const published = await readPublished(db)
  const basedOn = published?.version ?? null
  const none = { content: published?.content ?? unpublished(env), basedOn, changedBy: null, changedAt: null }
  const draft = found ? { ...found, content: withPublishedKinds(found.content, published?.content) } : none
  return { ...draft, revision: revisionOf(draft.content, basedOn), isBegun: found !== undefined }
}

/** Not counted: a draft that follows a discarded or published one would have the numbers that others have seen. */
const revisionOf = (content: Organisation, inForce: number | null) =>
  sha256(JSON.stringify([inForce, content])).readUInt32BE(0) >>> 1

/**
 * Saves the draft.
 * @param seen the revision that the caller changed
 * @throws AppError `draft_changed`; `invalid_input`: a colour that cannot be read, or a picture that was not stored
 */
export async function saveDraft(
  core: Core,
  by: Administering | 'operator',
  seen: number,
  content: Organisation,
): Promise<void> {
  const now = core.clock.now()
  await core.db.transaction(async (tx) => {
    const draft = await lockDraft(core, tx, seen)
    await requireUsable(tx, content)
    await requireReader(tx, draft.content, content)
    await requireStories(tx, content)
    const version = await writeDraft(tx, by, { content, basedOn: draft.basedOn }, now)
    const entry = { action: 'organisation.draft_saved', subject: 'organisation', subjectId: AUDITED } as const
    await recordAudit(tx, { by, ...entry, after: { version } }, now)
  })
}

interface Beginning {
  /** A publication. */
  readonly version?: number | undefined
  /** A proposal that was withdrawn while someone had begun another draft, or lapsed. */
  readonly proposal?: string | undefined
}

/** Discards the draft, or begins one from an earlier version. @throws AppError `draft_changed`, `not_found` */
export async function resetDraft(
  core: Core,
  by: Administering,
  seen: number,
  { version, proposal }: Beginning,
): Promise<void> {
  const now = core.clock.now()
  await core.db.transaction(async (tx) => {
    const { isBegun } = await lockDraft(core, tx, seen)
    await tx.execute(sql`delete from organisation_draft`)
    const discarded = { action: 'organisation.draft_discarded', subject: 'organisation', subjectId: AUDITED } as const
    if (isBegun) await recordAudit(tx, { by, ...discarded }, now)
    if (version === undefined && proposal === undefined) return
    const [found] = await rows(
      tx,
      proposal === undefined
        ? sql`select content, null as based_on from organisation_versions where id = ${version}`
        : sql`select content, based_on::text from organisation_proposals join proposals using (id)
               where id = ${proposal} and state in ('withdrawn', 'lapsed')`,
      z.object({ content: Organisation, based_on: z.coerce.number().nullable() }),
    )
    if (!found) throw new AppError('not_found')
    const published = await readPublished(tx)
    const stories = await readStories(tx)
    const content = keepStories(found.content, (id) => stories.has(id))
    // Publications since the proposal began would be undone, and the page says so.
    const basedOn = proposal === undefined ? (published?.version ?? null) : found.based_on
    await writeDraft(tx, by, { content, basedOn }, now)
  })
}

/** Makes a withdrawn proposal the draft again, where no one has begun another one. */
export async function restoreDraft(
  tx: Tx,
  by: Administering,
  { content, basedOn }: Pick<Draft, 'content' | 'basedOn'>,
  now: Date,
): Promise<void> {
  await lockAnyDraft(tx)
  const begun = await rows(tx, sql`select from organisation_draft`, z.unknown())
  if (begun.length === 0) await writeDraft(tx, by, { content, basedOn }, now)
}

/** Whichever there is, or none. */
export async function lockAnyDraft(tx: Tx): Promise<void> {
  await tx.execute(sql`lock table organisation_draft in share row exclusive mode`)
}

/** Changes the draft that the caller has locked, if there is one. Who saves an earlier one is refused. */
export async function rewriteDraft(
  core: Pick<Core, 'env'>,
  tx: Tx,
  change: (content: Organisation) => Organisation,
): Promise<void> {
  const { content, isBegun } = await readDraft(core, tx)
  if (!isBegun) return
  const changed = JSON.stringify(change(content))
  await tx.execute(sql`update organisation_draft set content = ${changed}::jsonb, revision = revision + 1`)
}

/** Two who save at once are refused one after the other. @throws AppError `draft_changed` */
export async function lockDraft(core: Pick<Core, 'env'>, tx: Tx, seen: number): Promise<Draft> {
  await lockAnyDraft(tx)
  const draft = await readDraft(core, tx)
  if (draft.revision !== seen) throw new AppError('draft_changed')
  return draft
}

type Written = Pick<Draft, 'content' | 'basedOn'>

/** @returns how often the draft was written since it was begun */
async function writeDraft(tx: Tx, by: Administering | 'operator', { content, basedOn }: Written, now: Date) {
  const { revision } = await onlyRow(
    tx,
    sql`insert into organisation_draft as draft (content, based_on, revision, changed_by, changed_at)
        values (${JSON.stringify(content)}::jsonb, ${basedOn}, 1, ${by === 'operator' ? null : by.userId}, ${now.toISOString()}::timestamptz)
        on conflict (one) do update
           set content = excluded.content, revision = draft.revision + 1, changed_by = excluded.changed_by,
               changed_at = excluded.changed_at
        returning revision`,
    z.object({ revision: z.number() }),
  )
  return revision
}

/** @throws AppError `invalid_input`: what the schema alone does not find */
async function requireUsable(
  tx: Tx,
  { aid, complaints, texts, look: { main, accent, logo, picture } }: Organisation,
): Promise<void> {
  const fields: FieldError[] = [
    ...unreadable('content.look.main', main, nearestMain(main)),
    ...unreadable('content.look.accent', accent, nearestAccent(accent)),
    ...areaFaults(aid),
    ...kindFaults(aid, (await readPublished(tx))?.content.aid, await readFundKeys(tx)),
    ...outsiderFaults(complaints),
    ...POLICY_NAMES.flatMap((policy) =>
      policyFaults(`content.texts.${policy}.sections`, texts[policy]?.sections ?? []),
    ),
    ...(texts.about ? unshowable('content.texts.about.story', texts.about.story) : []),
    ...(texts.faq?.questions.flatMap(({ question, answer }, at, all) => [
      ...unshowable(`content.texts.faq.questions.${at}.answer`, answer),
      ...(all.findIndex((each) => each.question === question) < at
        ? [{ field: `content.texts.faq.questions.${at}.question`, message: 'This question is there already.' }]
        : []),
    ]) ?? []),
  ]
  for (const [use, hash] of Object.entries({ logo, picture }))
    if (hash !== null && !(await isStored(tx, hash, use === 'picture')))
      fields.push({ field: `content.look.${use}`, message: 'Choose the picture again.' })
  if (fields.length > 0) throw new AppError('invalid_input', { fields })
}

/** @throws AppError `invalid_input`: someone else is named to read complaints, who is no administrator */
export async function requireReader(
  tx: Db | Tx,
  { complaints: before }: Organisation,
  { complaints: { focal } }: Organisation,
) {
  if (focal === null || focal === before.focal) return
  if (!(await listWithDuty(tx, 'administer')).includes(focal))
    throw new AppError('invalid_input', {
      fields: [{ field: 'content.complaints.focal', message: 'Choose an administrator.' }],
      detail:
        'Who is named to read complaints about people who work here is not an administrator. Choose another person.',
    })
}

function outsiderFaults({ outsider, outsider_reach: reach }: Organisation['complaints']): FieldError[] {
  if ((outsider === null) === (reach === null)) return []
  return outsider === null
    ? [{ field: 'content.complaints.outsider', message: 'Enter their name.' }]
    : [{ field: 'content.complaints.outsider_reach', message: 'Say how to reach them.' }]
}

const areaFaults = ({ areas }: Organisation['aid']): FieldError[] =>
  new Set(areas.map(({ state }) => state)).size < areas.length
    ? [{ field: 'content.aid.areas', message: 'Use each state once.' }]
    : []

function policyFaults(path: string, sections: readonly PolicySection[]): FieldError[] {
  return sections.flatMap(({ title, text }, at, all) => [
    ...unshowable(`${path}.${at}.text`, text),
    ...(all.findIndex((each) => each.title === title) < at
      ? [{ field: `${path}.${at}.title`, message: 'This heading is there already.' }]
      : []),
  ])
}

/** @throws AppError `invalid_input`: a story that is not there, or stands twice */
async function requireStories(tx: Tx, { texts }: Organisation): Promise<void> {
  const stories = await readStories(tx)
  const ids = texts.stories ?? []
  const seen = new Set<string>()
  const fields = ids.flatMap((id, at) => {
    const storyId = stories.get(id)?.story_id
    const isFine = storyId !== undefined && !seen.has(storyId)
    if (storyId !== undefined) seen.add(storyId)
    return isFine
      ? []
      : [{ field: `content.texts.stories.${at}`, message: 'Load this page again, and choose the story.' }]
  })
  if (fields.length > 0) throw new AppError('invalid_input', { fields })
}

function unshowable(field: string, text: string): FieldError[] {
  const message = faultOf(text)
  return message === undefined ? [] : [{ field, message }]
}

const unreadable = (field: string, colour: string, nearest: string): FieldError[] =>
  colour === nearest
    ? []
    : [{ field, message: `Text in this colour is hard to read. The nearest that can be read is ${nearest}.` }]

async function isStored(tx: Tx, hash: string, isPhoto: boolean): Promise<boolean> {
  const found = await rows(
    tx,
    sql`select hash from organisation_pictures where hash = ${hash} and (type = 'image/jpeg') = ${isPhoto}`,
    z.unknown(),
  )
  return found.length > 0
}
