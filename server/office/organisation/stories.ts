/**
 * Stories: written for a draft, and taken back at once. Whoever is shown can take their consent back at any time: words and picture then
 * leave the site, the draft, and every publication of before.
 */
import { sql } from 'drizzle-orm'
import type { FieldError } from '../../../contract/platform/errors.ts'
import type { StoryText } from '../../../contract/platform/texts.ts'
import { deleteOldWords, deleteWordsOfStory } from '../../aid/awards/recipient-words.ts'
import { readFundKeys } from '../../money/funds/funds.ts'
import { readErased, type Erasure } from '../../people/account/erasures.ts'
import { after, hours } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import type { Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { onEach, type Job } from '../../platform/jobs.ts'
import { dayInLagos } from '../../platform/lagos-days.ts'
import { addVersion, lockVersions } from '../../platform/organisation.ts'
import { faultOf } from '../../platform/rendering/formatted-text.ts'
import {
  deleteUnusedStories,
  endedConsents,
  eraseStory,
  keepStories,
  keepStory,
  readStories,
} from '../../platform/rendering/stories.ts'
import { recordAudit, type Administering } from '../../record/audit/audit.ts'
import { lockAnyDraft, readDraft, rewriteDraft } from './drafts.ts'
import { encodeStoryPicture } from './pictures.ts'
import { findProposedPublication, readInForce, rebase } from './publishing.ts'

interface WrittenStory {
  /** The id of the version that it replaces; null: a new story. */
  readonly replaces: string | null
  readonly content: StoryText
  /** As it was sent; null: that of the version before, if it has one. */
  readonly picture: Buffer | null
}

/**
 * Stores a story, or a new version of one, for a draft to name.
 * @returns its id
 * @throws AppError `invalid_input`; `not_found`: the version that it replaces was deleted
 */
export async function addStory(
  core: Core,
  by: Administering | 'operator',
  { replaces, content, picture }: WrittenStory,
): Promise<string> {
  const now = core.clock.now()
  const before = replaces === null ? undefined : (await readStories(core.db)).get(replaces)
  if (replaces !== null && !before) throw new AppError('not_found')
  const jpeg = picture && (await encodeStoryPicture(picture))
  const hasPicture = jpeg !== null || (before !== undefined && before.hash !== null)
  const isFund = (await readFundKeys(core.db)).includes(content.fund)
  const fields = [
    ...(isFund ? [] : [{ field: 'content.fund', message: 'Choose a fund.' }]),
    ...faultsOf(content, hasPicture, now),
  ]
  if (fields.length > 0) throw new AppError('invalid_input', { fields })
  return core.db.transaction(async (tx) => {
    // Whoever takes it back meanwhile has locked the draft: no version of it may follow.
    await lockAnyDraft(tx)
    if (replaces !== null && !(await readStories(tx)).has(replaces)) throw new AppError('not_found')
    const row = { storyId: before?.story_id ?? null, content, addedBy: by === 'operator' ? null : by.userId }
    const id = await keepStory(tx, { ...row, picture: jpeg ?? before?.id ?? null }, now)
    const entry = { action: 'organisation.story_added', subject: 'organisation' } as const
    await recordAudit(tx, { by, ...entry, subjectId: before?.story_id ?? id }, now)
    return id
  })
}

/** Finds what the schema of a story does not. */
export function faultsOf({ text, picture_text, consent_on, consent_until }: StoryText, hasPicture: boolean, now: Date) {
  const today = dayInLagos(now)
  const link = faultOf(text)
  const faults: (FieldError | false)[] = [
    link !== undefined && { field: 'content.text', message: link },
    hasPicture && picture_text === '' && { field: 'content.picture_text', message: 'Say what the picture shows.' },
    consent_on > today && { field: 'content.consent_on', message: 'This day has not come yet.' },
    consent_until !== null &&
      consent_until < today && {
        field: 'content.consent_until',
        message: 'This day is over: the story cannot be shown.',
      },
  ]
  return faults.filter((fault) => fault !== false)
}

/**
 * Deletes a story from the site, the draft and all of history.
 * @param storyId of all its versions
 * @throws AppError `not_found`: there is none, or it was deleted before
 */
export async function takeStoryBack(core: Core, by: Administering, storyId: string): Promise<void> {
  await core.db.transaction(async (tx) => {
    const now = core.clock.now()
    if (!(await eraseEverywhere(core, tx, { by, why: 'taken_back' }, storyId, now))) throw new AppError('not_found')
  })
  await core.organisation.refresh()
}

/** Stories that were taken back. */
export const takenBackStories = (core: Core): Erasure => ({
  kind: 'story',
  list: (db, since) =>
    readErased(
      db,
      sql`select story_id::text as id, max(erased_at) as at from stories where erased_at > ${since.toISOString()} group by story_id`,
    ),
  async repeat(id) {
    const how = { by: 'system', why: 'taken_back' } as const
    if (await core.db.transaction((tx) => eraseEverywhere(core, tx, how, id, core.clock.now())))
      await core.organisation.refresh()
  },
})

const REASONS = {
  taken_back: 'A story was taken back.',
  withdrawn: 'Who is shown withdrew a story.',
  ended: 'The consent to a story ended.',
  came_back: 'The aid of which a story tells came back.',
} as const

interface Erasing {
  /** `system`: who is shown, or the end of their consent. */
  readonly by: Administering | 'system'
  readonly why: keyof typeof REASONS
}

/** Deletes a story and the words of the recipient that it shows. @returns false: there was nothing to delete */
export async function eraseEverywhere(
  core: Pick<Core, 'env'>,
  tx: Tx,
  { by, why }: Erasing,
  storyId: string,
  now: Date,
): Promise<boolean> {
  // In the order of a publication. None is stored between: it might show the story.
  await lockAnyDraft(tx)
  await lockVersions(tx)
  const erased = new Set(await eraseStory(tx, storyId, now))
  if (erased.size === 0) return false
  await deleteWordsOfStory(tx, storyId)
  const isKept = (id: string) => !erased.has(id)
  await rewriteDraft(core, tx, (content) => keepStories(content, isKept))
  const { content, version } = await readInForce(core, tx)
  if (version !== null && content.texts.stories?.some((id) => erased.has(id))) {
    const publishedBy = by === 'system' ? null : by.userId
    const left = { content: keepStories(content, isKept), proposalId: null, reason: REASONS[why], publishedBy }
    await rebase(tx, version, await addVersion(tx, left, now))
  }
  const entry = { action: 'organisation.story_taken_back', subject: 'organisation', subjectId: storyId } as const
  await recordAudit(tx, { by, ...entry }, now)
  return true
}

/** Takes stories back whose consent has ended, and deletes what was written and never published, and words that are old. */
export const storiesJob: Job = {
  name: 'organisation.stories',
  everyMilliseconds: hours(1),
  async run(core) {
    const now = core.clock.now()
    await deleteOldWords(core.db, after(now, -hours(24 * core.env.retention.messagesDays)))
    await core.db.transaction(async (tx) => {
      await lockAnyDraft(tx)
      const draft = await readDraft(core, tx)
      const proposed = await findProposedPublication(tx, now)
      const named = [draft.content, ...(proposed ? [proposed.content] : [])]
      const ids = named.flatMap(({ texts }) => texts.stories ?? [])
      await deleteUnusedStories(tx, ids, now)
    })
    const end = (storyId: string) =>
      core.db.transaction((tx) => eraseEverywhere(core, tx, { by: 'system', why: 'ended' }, storyId, now))
    try {
      await onEach(await endedConsents(core.db, now), end)
    } finally {
      await core.organisation.refresh()
    }
  },
}
