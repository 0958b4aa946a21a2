/**
 * Details of an organisation: names, contacts, look, signature of letters. An administrator sets them under
 * Settings → Organisation; pages carry it as JSON, so that the browser renders what the server did.
 */
import { z } from 'zod'
import { applicationType } from '../aid/application-type.ts'
import { donationType } from '../money/donations.ts'
import { QUICK_AMOUNTS_MAX, QUICK_AMOUNTS_MIN, type ShownFund } from '../money/funds.ts'
import type { boundsInWords } from './offered-bounds.ts'
import { isPhone, PHONE_SENTENCE } from '../record/profile-fields.ts'
import { line } from './lines.ts'
import { AMOUNT_REQUESTED_NAIRA_MAX } from '../aid/application-fields.ts'
import { AMOUNT_KOBO_MAX, AMOUNT_KOBO_MIN, koboToNaira } from './money.ts'
import { OWN_KINDS_MAX } from './named-row-limits.ts'
import { namedRow } from './named-rows.ts'
import { OUR_AID, OUR_COMPLAINTS, OUR_TEXTS } from './our-defaults.ts'
import { LGAS_MAX, NEEDED_LINES_MAX, STATES, stateNamed } from './states.ts'
import { language, Texts, type ShownTexts } from './texts.ts'

/** Opens a preview of the draft; `end` after it ends it. */
export const PREVIEW_PATH = '/preview/'

const webAddress = z
  .string()
  .trim()
  .max(300)
  .regex(
    /^https:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?(?:[/?#][^\s<>"]*)?$/i,
    'Use a whole address that begins with https://.',
  )

const phone = line(1, 30).refine(isPhone, PHONE_SENTENCE)

const days = z.int('Enter a whole number of days.').min(1, 'At least 1 day.').max(90, 'At most 90 days.')

/** In one request, in naira. */
const amountMax = z
  .int('Enter the amount in digits, without kobo.')
  .min(1, 'Enter the amount in digits, without kobo.')
  .max(AMOUNT_REQUESTED_NAIRA_MAX, 'At most ₦100,000,000.')

const area = z.strictObject({
  state: z
    .string()
    .overwrite(stateNamed)
    .refine((name) => STATES.includes(name), 'Begin each line with a state of Nigeria.'),
  /** Local government areas, as people know them; none: the whole state. */
  lgas: z.array(line(1, 40)).max(LGAS_MAX, `Use at most ${LGAS_MAX} local government areas of a state.`),
})

/** A kind of aid beside the spec's six. Once it was published it keeps key and title, and can only be closed. */
const ownKind = z.strictObject({
  key: applicationType,
  ...namedRow,
  /** The fund that its requests draw on first. */
  fund: donationType,
})

const AMOUNT = `Enter whole amounts from ₦${koboToNaira(AMOUNT_KOBO_MIN)} to ₦${koboToNaira(AMOUNT_KOBO_MAX).toLocaleString('en-NG')}.`
const HOW_MANY = `Enter ${QUICK_AMOUNTS_MIN} to ${QUICK_AMOUNTS_MAX} amounts.`

/** Naira amounts that the donate page offers. */
const quickAmounts = z
  .array(z.int(AMOUNT).min(koboToNaira(AMOUNT_KOBO_MIN), AMOUNT).max(koboToNaira(AMOUNT_KOBO_MAX), AMOUNT))
  .min(QUICK_AMOUNTS_MIN, HOW_MANY)
  .max(QUICK_AMOUNTS_MAX, HOW_MANY)
  .refine((amounts) => amounts.every((amount, at) => at === 0 || amount > (amounts[at - 1] ?? 0)), {
    message: 'Start with the smallest amount, and name each once.',
  })

const hash = z.string().regex(/^[0-9a-f]{64}$/)

const colour = z.string().regex(/^#[0-9a-f]{6}$/, 'Use a colour such as #0d4f37.')

export const Organisation = z
  .strictObject({
    name: line(1, 60),
    /** Under the icon on a telephone. */
    short_name: line(1, 12),
    /** The organisation's purpose, in a few words. */
    line: line(1, 120),
    registered: z.strictObject({ name: line(1, 120), number: line(1, 60), address: line(1, 200) }),
    support: z.strictObject({ email: z.email('Enter an e-mail address.').max(254), phone }),
    whatsapp: phone.nullable(),
    /** Languages that staff speak. */
    languages: z.array(line(1, 40)).max(20, 'Use at most 20 languages.').default([]),
    /** The source code that it runs, which the AGPL lets every visitor ask for. */
    source_code: webAddress.nullable(),
    /** Target of 'Exit this page': a well-known, neutral site that loads fast. */
    quick_exit: webAddress,
    /** The first headline figure: a number that it stands behind, or null for the server's estimate. */
    lives_impacted: z.int().min(0).max(1_000_000_000).nullable(),
    look: z.strictObject({
      /** Colour of buttons and links. */
      main: colour,
      /** Colour of highlights. */
      accent: colour,
      /** The hash that names an uploaded picture; null: ours. */
      logo: hash.nullable(),
      /** A photo on the home page, by its hash; null: our drawing. */
      picture: hash.nullable().default(null),
      /** Says what the photo shows; empty: it is decoration. */
      picture_text: line(0, 160).default(''),
    }),
    /** The smallest first; null: ours. */
    quick_amounts: quickAmounts.nullable().default(null),
    letters: z.strictObject({
      /** Stands as the sender of mail. */
      sender: line(1, 60),
      /** The last line of each mail. */
      signature: line(0, 160),
    }),
    /** Versions from before it was set have none. */
    aid: z
      .strictObject({
        /** By the key of the kind; one that is not named is offered. Requests sent before a kind was closed go on. */
        kinds: z.record(applicationType, z.enum(['offered', 'closed'])),
        /** In the order in which they are shown, before `other`. */
        own_kinds: z.array(ownKind).max(OWN_KINDS_MAX, `Use at most ${OWN_KINDS_MAX} kinds.`).default([]),
        /** Within how many days a request is decided. */
        days: z.strictObject({ critical: days, high: days, other: days }),
        /** The states that it serves; empty for the whole country. */
        areas: z.array(area).max(STATES.length, 'Use each state once.').default([]),
        /** Papers and facts that an applicant should have, line by line; null: ours. */
        needed: z
          .strictObject({
            language,
            lines: z
              .array(line(1, 200))
              .min(1, 'Fill this in.')
              .max(NEEDED_LINES_MAX, `Use at most ${NEEDED_LINES_MAX} lines.`),
          })
          .nullable()
          .default(null),
        amount_max: amountMax.nullable().default(null),
      })
      .default(OUR_AID),
    /** The reader of complaints about people who work here. Versions from before it was set have none. */
    complaints: z
      .strictObject({
        /** The account of the administrator who alone reads them; null: whom FOCAL_PERSON names. Pages do not carry it. */
        focal: z.uuid().nullable(),
        /** Someone outside, for what no one here can look at without a part in it, and how to reach them. */
        outsider: line(1, 80).nullable(),
        outsider_reach: line(1, 160).nullable(),
      })
      .default(OUR_COMPLAINTS),
    /** Versions from before there were texts have none. */
    texts: Texts.default(OUR_TEXTS),
  })
  .meta({ id: 'Organisation', description: 'Details of an organisation.' })

export type Organisation = z.output<typeof Organisation>

/** The part that pages carry. */
export interface Site extends Omit<Organisation, 'texts' | 'complaints'> {
  readonly complaints: Omit<Organisation['complaints'], 'focal'>
  /** Those of its page; others are loaded with the pages that show them. */
  readonly texts: Partial<ShownTexts>
  /** In the order in which they are shown, closed ones too. */
  readonly funds: readonly ShownFund[]
  /** The kinds of aid that one can ask for, in their order. */
  readonly offered: readonly string[]
  /** Versions of the privacy notice and the terms, which forms send. */
  readonly privacy_version: string
  readonly terms_version: string
  /** The parts that are still our examples. Pages mark them, and the doctor names them on a live instance. */
  readonly examples: Readonly<Record<ExamplePart, boolean>>
  /** The declarations of its colours; null: those of the style sheet. */
  readonly theme: string | null
  /** Address of its logo; null: ours. */
  readonly logo_address: string | null
  /** Areas and limits of its aid. */
  readonly said: ReturnType<typeof boundsInWords>
  /** A draft, shown to whoever asked for it. */
  readonly is_preview: boolean
}

export type ExamplePart = 'organisation' | 'figures' | 'stories'
