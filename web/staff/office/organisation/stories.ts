/** Stories in the draft: the form of one, and what can be done with it. Its words and photo are stored apart, and the draft names it. */
import { STORIES_MAX, TEXT_LANGUAGES } from '../../../../contract/platform/text-fields.ts'
import { toBase64 } from '../../../../contract/proof/bytes.ts'
import type { Bearer } from '../../../api/authorization.ts'
import { call } from '../../../api/client.ts'
import { dayInWords } from '../../../lib/days.ts'
import { organisation as words } from '#words/office/admin-organisation.ts'
import { readPhoto } from './read-photo.ts'
import type { OrganisationView, Sheet, SheetField } from './steps.ts'
import { fieldsOf, textsOf, written, type ItemList } from './texts.ts'

export type Story = OrganisationView['stories'][number]

const consentOf = ({ consent_on: on, consent_until: until }: Story['content']) =>
  words.consentOf(dayInWords(on), until === null ? null : dayInWords(until))

export const listOfStories = ({ stories }: OrganisationView): ItemList<Story> => ({
  name: 'stories',
  min: 0,
  max: STORIES_MAX,
  read: () => stories,
  titleOf: ({ content }) => content.title,
  textOf: ({ content, has_picture: hasPicture }) =>
    [
      content.who,
      consentOf(content),
      hasPicture ? words.photoOf(content.picture_text) : words.noPhoto,
      content.text,
    ].join('\n'),
  topicOf: () => '',
  write: (content, items) => written(content, { stories: items.map(({ id }) => id) }),
})

const EMPTY: Partial<Story['content']> = { language: 'en', fund: 'general' }

/** @param at its place; behind the last: a new one */
export function sheetOfStory({ draft, stories }: OrganisationView, at: number): Sheet {
  const story = stories[at]
  const content: Partial<Story['content']> = story?.content ?? EMPTY
  let photo: string | null = null
  const field = (name: 'language' | 'fund' | 'consent_on' | 'consent_until', kind: SheetField['kind']): SheetField => ({
    ...words.storyFields[name],
    name: `content.${name}`,
    value: content[name] ?? '',
    kind,
    isOptional: name === 'consent_until',
  })
  const choose = async (file: File) => {
    photo = null
    const read = await readPhoto(file)
    if ('fault' in read) return read.fault
    photo = toBase64(new Uint8Array(await read.content.arrayBuffer()))
    return ''
  }
  return {
    title: story ? words.editNamed(words.items.stories.one) : words.items.stories.add,
    lead: words.items.stories.lead,
    fields: [
      ...fieldsOf('stories', 'content', content).filter(({ name }) => name !== 'content.picture_text'),
      { label: words.photo, hint: words.photoHint, name: 'picture', value: '', kind: 'photo', choose },
      ...fieldsOf('stories', 'content', content).filter(({ name }) => name === 'content.picture_text'),
      field('fund', 'fund'),
      field('language', 'language'),
      field('consent_on', 'day'),
      field('consent_until', 'day'),
    ],
    write: () => draft.content,
    revision: draft.revision,
    async send(typed, bearer) {
      const read = (name: keyof Story['content']) => typed(`content.${name}`)
      const body = {
        replaces: story?.id ?? null,
        picture: photo,
        content: {
          language: TEXT_LANGUAGES.find((each) => each === read('language')) ?? 'en',
          title: read('title'),
          who: read('who'),
          fund: read('fund'),
          text: read('text'),
          raised: read('raised'),
          picture_text: read('picture_text'),
          consent_on: read('consent_on'),
          consent_until: read('consent_until') || null,
        },
      }
      const { id } = await call('POST /api/admin/organisation/stories', { body, bearer })
      const ids = stories.map((each) => each.id)
      return saveStories(draft, [...ids.slice(0, at), id, ...ids.slice(at + 1)], bearer)
    },
  }
}

/** Names stories in the draft. */
export const saveStories = ({ content, revision }: OrganisationView['draft'], ids: string[], bearer: Bearer) =>
  call('PUT /api/admin/organisation/draft', {
    body: { revision, content: { ...content, texts: { ...textsOf(content), stories: ids } } },
    bearer,
  })

/** Deletes a story everywhere, at once. */
export const sheetOfTakingBack = ({ draft }: OrganisationView, { story_id: id, content }: Story): Sheet => ({
  title: words.takeStoryBackTitle(content.title),
  lead: words.takeStoryBackLead,
  fields: [],
  write: () => draft.content,
  revision: draft.revision,
  button: words.takeStoryBack,
  done: words.storyTakenBack,
  send: (_, bearer) => call('POST /api/admin/organisation/stories/:id/taking-back', { params: { id }, bearer }),
})
