/** The texts of a site, ready to be shown: those of the organisation, and ours where it has none. */
import type { Organisation } from '../../../contract/platform/organisation.ts'
import { pictureAddress } from '../../../contract/platform/our-site.ts'
import { ourStories, withOurTexts } from '../../../contract/platform/our-texts.ts'
import { policiesOf } from '../../../contract/platform/our-policies.ts'
import type { ShownPolicy, ShownStory, ShownTexts } from '../../../contract/platform/texts.ts'
import { htmlOf } from './formatted-text.ts'
import { OUR_POLICY_VERSIONS, type PolicyVersions } from './policies.ts'
import { pictureOf, type Stories } from './stories.ts'

const SHORT_STORIES = 3

/** The texts of a site, ready to be shown. A story whose words were deleted is left out. */
export function shownTexts(
  organisation: Organisation,
  stories: Stories,
  versions: PolicyVersions = OUR_POLICY_VERSIONS,
): ShownTexts {
  const { name, texts, look } = organisation
  const { picture, picture_text: pictureText } = look
  const named = (text: string) => text.replaceAll('{organisation}', name)
  const html = (text: string) => htmlOf(named(text))
  const { home, about, faq, thanks, figures } = withOurTexts(texts)
  const { language, questions } = faq
  const titles = [...new Set(questions.map(({ topic }) => topic))]
  const policies = policiesOf(organisation)
  const policy = (of: keyof PolicyVersions): ShownPolicy => ({
    version: versions[of],
    sections: policies[of].sections.map(({ title, text, isOurs }) => ({
      title,
      text: htmlOf(text),
      language: isOurs ? 'en' : policies[of].language,
    })),
  })
  const told = texts.stories === null ? ourTold : storiesIn(texts.stories, stories)
  return {
    home: { ...home, picture: picture === null ? null : { src: pictureAddress(picture), alt: pictureText } },
    about: { ...about, story: html(about.story) },
    faq: {
      language,
      topics: titles.map((title) => ({
        title,
        questions: questions
          .filter(({ topic }) => topic === title)
          .map(({ question, answer }) => ({ question, answer: html(answer) })),
      })),
    },
    thanks,
    figures,
    privacy: policy('privacy'),
    terms: policy('terms'),
    refunds: policy('refunds'),
    stories: told.map((story) => shownStory(story, html(story.text))),
    short_stories: told.slice(0, SHORT_STORIES).map((story) => shownStory(story, html(firstParagraph(story.text)))),
  }
}

const shownStory = (story: ShownStory, text: string): ShownStory => ({ ...story, text })

const ourTold: readonly ShownStory[] = ourStories.map((story) =>
  Object.assign({ language: 'en', picture_text: '' }, story),
)

/** Pages carry no day of a consent. */
const storiesIn = (ids: readonly string[], stories: Stories): ShownStory[] =>
  ids.flatMap((id) => {
    const story = stories.get(id)
    if (!story) return []
    const { language, title, who, fund, raised, picture_text, text } = story.content
    return [{ language, title, who, fund, raised, picture_text, text, picture: pictureOf(story) }]
  })

const firstParagraph = (text: string) => text.split(/\n\s*\n/)[0] ?? text
