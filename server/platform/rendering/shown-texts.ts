/** The texts of a site, ready to be shown: those of the organisation, and ours where it has none. */
import type { Organisation } from '../../../contract/platform/organisation.ts'
import { ourAbout, ourFaq, ourHome, ourStories, ourThanks } from '../../../contract/platform/our-texts.ts'
import type { ShownTexts } from '../../../contract/platform/texts.ts'
import { htmlOf } from './formatted-text.ts'

const SHORT_STORIES = 3

/** The texts of a site, ready to be shown. */
export function shownTexts({ name, texts }: Pick<Organisation, 'name' | 'texts'>): ShownTexts {
  const named = (text: string) => text.replaceAll('{organisation}', name)
  const html = (text: string) => htmlOf(named(text))
  const about = texts.about ?? ourAbout
  const { language, questions } = texts.faq ?? ourFaq
  const titles = [...new Set(questions.map(({ topic }) => topic))]
  return {
    home: texts.home ?? ourHome,
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
    thanks: texts.thanks ?? ourThanks,
    stories: ourStories.map((story) => Object.assign({ language: 'en' }, story, { text: html(story.text) })),
    short_stories: ourStories
      .slice(0, SHORT_STORIES)
      .map((story) => Object.assign({ language: 'en' }, story, { text: html(firstParagraph(story.text)) })),
  }
}

const firstParagraph = (text: string) => text.split(/\n\s*\n/)[0] ?? text
