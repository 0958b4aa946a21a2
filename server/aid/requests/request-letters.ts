/** Mails about a request. They contain neither the request nor the reason, which need a sign-in, because phones are shared. */
import { CONFIRM_ADDRESS_PAGE, STOP_MAIL_PAGE } from '../../../contract/aid/request-mail-pages.ts'
import type { MailContent } from '../../platform/mail/compose.ts'
import type { RequestNews, ToldAct } from '../../../contract/aid/queue-fields.ts'
import type { LanguageTag } from '../../../contract/platform/language-tags.ts'
import { pathIn } from '../../../contract/platform/languages.ts'
import { newsWords } from './spoken-language.ts'

const DASHBOARD = '/beneficiary/dashboard'

/** The tokens of the two links. */
export interface AddressTokens {
  readonly confirm: string
  readonly stop: string
}

/** An act and the case number of its request. */
export interface ActOf {
  readonly act: ToldAct
  readonly request: string
}

/**
 * Warns of an act, in the one mail with the news that was held beside it.
 * @param tokens as for {@link newsLetter}
 */
export function actLetter(
  { act, request }: ActOf,
  tokens: AddressTokens | null,
  language: LanguageTag | null,
  news: RequestNews | null,
): MailContent {
  const spoken = newsWords(language)
  const { subject, paragraph, button, unasked } = spoken.acts[act]
  const told = news && newsLetter(news, tokens, language)
  const see = { text: button, address: pathIn(language, DASHBOARD) }
  const [confirm, stop] = tokens ? linksOf(spoken, tokens) : []
  return {
    subject,
    paragraphs: [paragraph, ...(told?.paragraphs ?? (tokens ? [spoken.whose] : []))],
    button: confirm ?? see,
    links: stop ? [stop, see] : [],
    closing: [unasked, ...(told?.closing ?? (tokens ? [spoken.oneADay] : []))],
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
