/**
 * Stories of people who agreed to be shown. They are stored apart from publications, which name them by id, so that words and picture
 * can be deleted from all of history (decision 0080).
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Organisation } from '../../../contract/platform/organisation.ts'
import { StoryText } from '../../../contract/platform/texts.ts'
import { hours } from '../clock.ts'
import { rows, type Db, type Tx } from '../db/db.ts'
import { newId } from '../ids.ts'
import { dayInLagos } from '../lagos-days.ts'
import type { SiteFiles } from './render-site.ts'

const Row = z.object({
  id: z.string(),
  story_id: z.string(),
  content: StoryText,
  hash: z.string().nullable(),
  added_at: z.coerce.date(),
})

/** One version of a story: whoever edits it adds another. */
export type StoredStory = z.output<typeof Row>

/** Those whose words were not deleted, by id, in the order in which they were added. */
export type Stories = ReadonlyMap<string, StoredStory>

const HASH = sql`encode(sha256(picture), 'hex')`

export async function readStories(db: Db | Tx): Promise<Stories> {
  const found = await rows(
    db,
    sql`select id::text, story_id::text, content, ${HASH} as hash, added_at from stories
         where content is not null order by added_at, id`,
    Row,
  )
  return new Map(found.map((story) => [story.id, story]))
}

/** Addresses of pictures begin with it: no cache may keep one that was taken back. */
export const STORY_PICTURES = '/story-'

/** The address of its picture; empty without one. */
export const pictureOf = ({ hash }: Pick<StoredStory, 'hash'>) =>
  hash === null ? '' : `${STORY_PICTURES}${hash.slice(0, 16)}.jpg`

/** Leaves out stories of a publication. */
export function keepStories(content: Organisation, isKept: (id: string) => boolean): Organisation {
  const { stories } = content.texts
  return stories === null ? content : { ...content, texts: { ...content.texts, stories: stories.filter(isKept) } }
}

/** @returns the pictures that a publication shows */
export async function storyFiles(db: Db | Tx, ids: readonly string[]): Promise<SiteFiles> {
  const found = await rows(
    db,
    sql`select ${HASH} as hash, picture from stories where id = any(${sql.param([...ids])}::uuid[]) and picture is not null`,
    z.object({ hash: z.string(), picture: z.instanceof(Uint8Array) }),
  )
  return Object.fromEntries(
    found.map(({ hash, picture }) => [pictureOf({ hash }), { base64: Buffer.from(picture).toString('base64') }]),
  )
}

/** @returns stories with their pictures, in the order of the ids; those whose words were deleted are missing */
export async function readWholeStories(db: Db | Tx, ids: readonly string[]) {
  const found = await rows(
    db,
    sql`select id::text, content, translate(encode(picture, 'base64'), E'\\n', '') as picture from stories
         where id = any(${sql.param([...ids])}::uuid[]) and content is not null`,
    z.object({ id: z.string(), content: StoryText, picture: z.string().nullable() }),
  )
  return ids.flatMap((id) => found.find((story) => story.id === id) ?? [])
}

export interface NewStory {
  /** The story that it replaces; null: none. */
  readonly storyId: string | null
  readonly content: StoryText
  /** A JPEG, the id of the version that has it, or null. */
  readonly picture: Buffer | string | null
  /** Null: the operator. */
  readonly addedBy: string | null
}

/** @returns its id */
export async function keepStory(tx: Db | Tx, { storyId, content, picture, addedBy }: NewStory, now: Date) {
  const id = newId()
  const bytes = typeof picture === 'string' ? sql`(select picture from stories where id = ${picture})` : sql`${picture}`
  await tx.execute(sql`
    insert into stories (id, story_id, content, picture, added_by, added_at)
    values (${id}, ${storyId ?? id}, ${JSON.stringify(content)}::jsonb, ${bytes}, ${addedBy}, ${now.toISOString()}::timestamptz)`)
  return id
}

/** Deletes all words and pictures of a story, and every rendered page that may show them. @returns the ids of its versions */
export async function eraseStory(tx: Tx, storyId: string, now: Date): Promise<string[]> {
  const erased = await rows(
    tx,
    sql`update stories set content = null, picture = null, erased_at = ${now.toISOString()}::timestamptz
         where story_id = ${storyId} and content is not null returning id::text`,
    z.object({ id: z.string() }),
  )
  await tx.execute(sql`delete from rendered_sites`)
  await tx.execute(sql`delete from site_previews`)
  return erased.map(({ id }) => id)
}

/**
 * Locks the stories of a publication until the transaction ends, so that taking one back also deletes the files stored meanwhile.
 * @returns false: one was taken back since, and pages that were rendered before may show it
 */
export async function holdStories(tx: Tx, { texts }: Organisation): Promise<boolean> {
  const ids = texts.stories ?? []
  const held = await rows(
    tx,
    sql`select from stories where id = any(${sql.param([...ids])}::uuid[]) and content is not null for share`,
    z.unknown(),
  )
  return held.length === ids.length
}

/** Stories whose consent has ended, as their newest versions say. */
export async function endedConsents(db: Db, now: Date): Promise<string[]> {
  const today = dayInLagos(now)
  const found = await rows(
    db,
    sql`select story_id::text as id from (
          select distinct on (story_id) story_id, content ->> 'consent_until' as until from stories
           where content is not null order by story_id, added_at desc, id desc) as newest
         where until < ${today}`,
    z.object({ id: z.string() }),
  )
  return found.map(({ id }) => id)
}

const UNUSED_HOURS = 24

/** Deletes versions that nothing names a day after they were written. @param named what is named by drafts and proposals */
export async function deleteUnusedStories(tx: Tx, named: readonly string[], now: Date): Promise<void> {
  const before = new Date(now.getTime() - hours(UNUSED_HOURS)).toISOString()
  await tx.execute(sql`
    update stories set content = null, picture = null, erased_at = ${now.toISOString()}::timestamptz
     where content is not null and added_at < ${before}::timestamptz and not id = any(${sql.param([...named])}::uuid[])
       and not exists (select from organisation_versions where jsonb_exists(organisation_versions.content -> 'texts' -> 'stories', stories.id::text))`)
}
