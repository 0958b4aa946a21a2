/** The whole text of a message. What looks quoted is folded, and opens with a press. */
import { splitQuoted } from '../lib/quoted-mail.ts'
import { letterText as words } from '#words/common/letter-text.ts'

export function LetterText({ text }: { text: string }) {
  return splitQuoted(text).map(({ line, text: part, isQuoted }) => {
    if (part.trim() === '') return null
    if (!isQuoted)
      return (
        <p key={line} className="request-text">
          {part.trim()}
        </p>
      )
    return (
      <details key={line} className="mt-2 text-sm text-soft">
        <summary className="link-target underline">{words.quoted}</summary>
        <p className="request-text">{part.trim()}</p>
      </details>
    )
  })
}
