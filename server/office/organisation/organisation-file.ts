/** The organisation's details as one file, with its pictures: to move it, or to prepare it elsewhere. */
import { z } from 'zod'
import { DONATION_TYPE_DEFAULT, DONATION_TYPES } from '../../../contract/money/funds.ts'
import type { PictureUse } from '../../../contract/office/organisation-fields.ts'
import { Organisation } from '../../../contract/platform/organisation.ts'
import { STORIES_MAX } from '../../../contract/platform/text-fields.ts'
import { StoryText } from '../../../contract/platform/texts.ts'
import type { Core } from '../../platform/core.ts'
import { AppError, StartError } from '../../platform/errors.ts'
import { readPublished } from '../../platform/organisation.ts'
import { readPicture } from '../../platform/rendering/logo.ts'
import { readWholeStories } from '../../platform/rendering/stories.ts'
import { readDraft, saveDraft } from './drafts.ts'
import { withPublishedKinds } from './own-kinds.ts'
import { storePicture } from './pictures.ts'
import { readInForce } from './publishing.ts'
import { addStory } from './stories.ts'

const OrganisationFile = z.strictObject({
  format: z.literal('organisation'),
  version: z.literal(1),
  organisation: Organisation,
  /** The bytes of its logo; null without one. */
  logo: z.base64().max(700_000).nullable(),
  /** Those of the photo on its home page. Files from before there was one have none. */
  picture: z.base64().max(700_000).nullable().default(null),
  /** The files that the ids among its texts name. Files from before there were any have none. */
  stories: z
    .array(z.strictObject({ id: z.uuid(), content: StoryText, picture: z.base64().max(700_000).nullable() }))
    .max(STORIES_MAX)
    .default([]),
})

/** @returns the file's text: what is in force */
export async function exportOrganisation(core: Core): Promise<string> {
  const { content } = await readInForce(core, core.db)
  const bytesOf = async (hash: string | null) =>
    hash === null ? null : Buffer.from((await readPicture(core.db, hash)).bytes).toString('base64')
  const file: z.input<typeof OrganisationFile> = {
    format: 'organisation',
    version: 1,
    // An account means nothing elsewhere, nor does a fund that was opened here.
    organisation: { ...content, aid: portableAid(content.aid), complaints: { ...content.complaints, focal: null } },
    logo: await bytesOf(content.look.logo),
    picture: await bytesOf(content.look.picture),
    stories: await readWholeStories(core.db, content.texts.stories ?? []),
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

/** Every instance has the spec's six funds. */
const portableAid = (aid: Organisation['aid']): Organisation['aid'] => ({
  ...aid,
  own_kinds: aid.own_kinds.map((kind) => ({
    ...kind,
    fund: DONATION_TYPES.find((fund) => fund === kind.fund) ?? DONATION_TYPE_DEFAULT,
  })),
})

/**
 * Makes the file the draft, which an administrator looks at and publishes.
 * @throws StartError with what is wrong; nothing is changed then
 */
export async function importOrganisation(core: Core, text: string): Promise<void> {
  const { organisation, logo, picture, stories } = parseFile(text)
  const draft = await readDraft(core, core.db)
  if (draft.isBegun)
    throw new StartError('There is a draft already. Publish or discard it under Settings → Organisation first.')
  try {
    const store = async (use: PictureUse, base64: string | null) =>
      base64 === null ? null : storePicture(core, 'operator', use, Buffer.from(base64, 'base64'))
    const pictures = { logo: await store('logo', logo), picture: await store('picture', picture) }
    const { focal } = draft.content.complaints
    const complaints = { ...organisation.complaints, focal }
    const given = { ...organisation, complaints, look: { ...organisation.look, ...pictures } }
    const content = withPublishedKinds(given, (await readPublished(core.db))?.content)
    await saveDraft(core, 'operator', draft.revision, await withStories(core, content, stories))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new StartError(error.fields?.map(({ field, message }) => `${field}: ${message}`).join('\n') ?? error.message)
  }
}

/** Stores the stories of a file anew: who took one back here is not shown again under its old id. */
async function withStories(
  core: Core,
  content: Organisation,
  sent: z.output<typeof OrganisationFile>['stories'],
): Promise<Organisation> {
  const { stories } = content.texts
  if (stories === null) return content
  const ids: string[] = []
  for (const named of stories) {
    const story = sent.find(({ id }) => id === named)
    if (!story) throw new StartError(`stories: the file names ${named}, which is not in it.`)
    const picture = story.picture === null ? null : Buffer.from(story.picture, 'base64')
    ids.push(await addStory(core, 'operator', { replaces: null, content: story.content, picture }))
  }
  return { ...content, texts: { ...content.texts, stories: ids } }
}

function parseFile(text: string): z.output<typeof OrganisationFile> {
  let json: unknown
  try {
    // Some editors begin a file with a byte order mark.
    json = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    throw new StartError('This file is not JSON.')
  }
  const parsed = OrganisationFile.safeParse(json)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'the file'}: ${message}`)
  throw new StartError(`This file was not taken, and nothing was changed.\n${faults.join('\n')}`)
}
