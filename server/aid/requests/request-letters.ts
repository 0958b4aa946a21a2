/** Mails about a request. They contain neither the request nor the reason, which need a sign-in, because phones are shared. */
import { CONFIRM_ADDRESS_PAGE, STOP_MAIL_PAGE } from '../../../contract/aid/request-mail-pages.ts'
import type { MailContent } from '../../platform/mail/compose.ts'
import type { RequestNews } from '../../../contract/aid/queue-fields.ts'
import type { LanguageTag } from '../../../contract/platform/language-tags.ts'
import { pathIn } from '../../../contract/platform/languages.ts'
import { newsWords } from './spoken-language.ts'

const DASHBOARD = '/beneficiary/dashboard'

/** The tokens of the two links. */
export interface AddressTokens {
  readonly confirm: string
  readonly stop: string
}

/** An act that a stolen session could have done. */
export type Act = keyof ReturnType<typeof newsWords>['acts']

/** @param tokens as for {@link newsLetter} */
export function actLetter(
  act: Act,
  language: LanguageTag | null,
  request: string,
  tokens: AddressTokens | null,
): MailContent {
  const spoken = newsWords(language)
  const { subject, paragraph, button, unasked } = spoken.acts[act]
  return {
    subject,
    paragraphs: [paragraph, ...(tokens ? [spoken.whose] : [])],
    button: { text: button, address: pathIn(language, DASHBOARD) },
    links: tokens ? linksOf(spoken, tokens) : [],
    closing: [unasked],
    values: { request },
    spoken,
  }
}

/** @param tokens null if the address is proven: the mail then does not ask whose it is */
export function newsLetter(
  news: RequestNews,
  tokens: AddressTokens | null,
  language: LanguageTag | null = null,
): MailContent {
  const words = newsWords(language)
  const { subject = words.subject, paragraphs, closing = words.follow } = words.mails[news]
  const seeRequest = { text: words.seeRequest, address: pathIn(language, DASHBOARD) }
  const spoken = words
  if (!tokens) return { subject, paragraphs, button: seeRequest, closing: [closing], spoken }
  const [confirm, stop] = linksOf(words, tokens)
  return {
    subject,
    paragraphs: [...paragraphs, words.whose],
    button: confirm,
    links: [stop, seeRequest],
    closing: [words.oneADay, closing],
    spoken,
  }
}

/** The two links of a mail to an address that is not proven. */
const linksOf = (words: ReturnType<typeof newsWords>, { confirm, stop }: AddressTokens) =>
  [
    // After the `#`, so that no server writes a token into its log.
    { text: words.confirm, address: `${CONFIRM_ADDRESS_PAGE}#${confirm}` },
    { text: words.stop, address: `${STOP_MAIL_PAGE}#${stop}` },
  ] as const
