/**
 * Texts of an organisation: home page, about, questions, thanks, stories, policies. Null: ours (our-texts.ts, our-policies.ts). A formatted text is
 * Markdown with paragraphs, lists, emphasis and links alone; the server makes HTML of it when it renders the pages.
 */
import { z } from 'zod'
import { line } from './lines.ts'
import type { PolicyName } from './policy-names.ts'
import {
  FIGURES_MAX,
  POLICY_SECTIONS_MAX,
  QUESTIONS_MAX,
  STORIES_MAX,
  TEXT_CHARACTERS_MAX as MAX,
  TEXT_LANGUAGES,
  VALUES_MAX,
} from './text-fields.ts'

export const language = z.enum(TEXT_LANGUAGES)

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

const figures = z
  .array(z.strictObject({ figure: line(1, MAX.about_figures.figure), name: line(1, MAX.about_figures.name) }))
  .max(FIGURES_MAX, `Use at most ${FIGURES_MAX}.`)
/** Figures that the organisation stands behind, beside those that the server counts. */
const FiguresText = z.strictObject({ language, stories: figures, about: figures })

/** Privacy notice, terms or refunds. Our section about what the software does is shown with them. */
const PolicyText = z.strictObject({
  language,
  sections: z
    .array(z.strictObject({ title: line(1, MAX.policy_sections.title), text: formatted(MAX.policy_sections.text) }))
    .min(1, 'Keep one section.')
    .max(POLICY_SECTIONS_MAX, `Use at most ${POLICY_SECTIONS_MAX}.`),
})
const policy = PolicyText.nullable().default(null)

const consentDay = z.iso.date('Enter the day.')

/** A story of a person who agreed to it. Its picture is stored beside it. */
export const StoryText = z.strictObject({
  language,
  title: line(1, MAX.stories.title),
  who: line(1, MAX.stories.who),
  /** The fund that it leads to. */
  fund: z.string().min(1).max(40),
  text: formatted(MAX.stories.text),
  /** As it is shown. It may be empty. */
  raised: line(0, MAX.stories.raised),
  /** Says what the picture shows; empty without one. */
  picture_text: line(0, MAX.stories.picture_text),
  consent_on: consentDay,
  /** The last day on which it is shown; null: until it is taken back. */
  consent_until: consentDay.nullable(),
})
export type StoryText = z.output<typeof StoryText>

export const Texts = z.strictObject({
  home: HomeText.nullable(),
  about: AboutText.nullable(),
  /** In the order of the page; those of one topic follow each other. */
  faq: FaqText.nullable(),
  thanks: ThanksText.nullable(),
  figures: FiguresText.nullable().default(null),
  privacy: policy,
  terms: policy,
  refunds: policy,
  /** Ids, in the order of the page: words and pictures are stored apart, so that those of a story can be deleted from the history. */
  stories: z.array(z.uuid()).max(STORIES_MAX, `Use at most ${STORIES_MAX}.`).nullable().default(null),
})
export type Texts = z.output<typeof Texts>
/** Accepts stored versions that lack the texts added later. */
export type SentTexts = z.input<typeof Texts>

/** Formatted texts as HTML. */
export interface ShownTexts extends Readonly<Record<PolicyName, ShownPolicy>> {
  readonly home: NonNullable<Texts['home']> & {
    /** A photo; null: our drawing, which is decoration. */
    readonly picture: { readonly src: string; readonly alt: string } | null
  }
  readonly about: NonNullable<Texts['about']>
  readonly faq: { readonly language: string; readonly topics: readonly ShownTopic[] }
  readonly thanks: NonNullable<Texts['thanks']>
  readonly figures: NonNullable<Texts['figures']>
  readonly stories: readonly ShownStory[]
  /** The beginnings of the first three. */
  readonly short_stories: readonly ShownStory[]
}

export interface ShownPolicy {
  readonly version: string
  readonly sections: readonly { readonly title: string; readonly text: string; readonly language: string }[]
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
  /** Names a drawing of ours, or is the address of a picture; empty: there is none. */
  readonly picture: string
  readonly picture_text: string
  readonly text: string
}

export type TextPart = keyof ShownTexts
