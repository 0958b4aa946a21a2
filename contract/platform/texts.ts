/**
 * Texts of an organisation: home page, about, questions, thanks. Null: ours (our-texts.ts). A formatted text is
 * Markdown with paragraphs, lists, emphasis and links alone; the server makes HTML of it when it renders the pages.
 */
import { z } from 'zod'
import { line } from './lines.ts'
import { QUESTIONS_MAX, TEXT_CHARACTERS_MAX as MAX, TEXT_LANGUAGES, VALUES_MAX } from './text-fields.ts'

const language = z.enum(TEXT_LANGUAGES)

// oxlint-disable-next-line no-control-regex -- it matches them
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/u

/** May have paragraphs, lists, emphasis and links. */
const formatted = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'Fill this in.')
    .max(max, `Use at most ${max} characters.`)
    .refine((text) => !UNPRINTABLE.test(text), 'Use plain text.')

const HomeText = z.strictObject({
  language,
  title: line(1, MAX.home.title),
  lead: line(1, MAX.home.lead),
  call_title: line(1, MAX.home.call_title),
  call: line(1, MAX.home.call),
})
const AboutText = z.strictObject({
  language,
  lead: line(1, MAX.about.lead),
  mission: line(1, MAX.about.mission),
  values: z
    .array(z.strictObject({ title: line(1, MAX.values.title), text: line(1, MAX.values.text) }))
    .min(1, 'Fill this in.')
    .max(VALUES_MAX, `Use at most ${VALUES_MAX}.`),
  story: formatted(MAX.about.story),
})
const Question = z.strictObject({
  topic: line(1, MAX.questions.topic),
  question: line(1, MAX.questions.question),
  answer: formatted(MAX.questions.answer),
})
const FaqText = z.strictObject({
  language,
  questions: z.array(Question).min(1, 'Keep one question.').max(QUESTIONS_MAX, `Use at most ${QUESTIONS_MAX}.`),
})
const ThanksText = z.strictObject({ language, title: line(1, MAX.thanks.title), text: line(1, MAX.thanks.text) })

export const Texts = z.strictObject({
  home: HomeText.nullable(),
  about: AboutText.nullable(),
  /** In the order of the page; those of one topic follow each other. */
  faq: FaqText.nullable(),
  thanks: ThanksText.nullable(),
})
export type Texts = z.output<typeof Texts>

/** Formatted texts as HTML. */
export interface ShownTexts {
  readonly home: NonNullable<Texts['home']>
  readonly about: NonNullable<Texts['about']>
  readonly faq: { readonly language: string; readonly topics: readonly ShownTopic[] }
  readonly thanks: NonNullable<Texts['thanks']>
  readonly stories: readonly ShownStory[]
  /** The beginnings of the first three. */
  readonly short_stories: readonly ShownStory[]
}

interface ShownTopic {
  readonly title: string
  readonly questions: readonly { readonly question: string; readonly answer: string }[]
}

export interface ShownStory {
  readonly language: string
  readonly title: string
  readonly who: string
  readonly fund: string
  readonly raised: string
  /** Names a drawing of ours. */
  readonly picture: string
  readonly text: string
}

export type TextPart = keyof ShownTexts
