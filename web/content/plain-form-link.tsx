/** The form for aid that needs no JavaScript, in every `<noscript>`. */
import { PLAIN_PATH } from '../../contract/aid/plain-form.ts'
import { addressOf } from '../lib/language.ts'
import { ui as words } from '#words/common/ui.ts'

export function PlainFormLink() {
  return (
    <a
      href={import.meta.env.SSR || import.meta.env.TRANSLATED ? addressOf(PLAIN_PATH) : PLAIN_PATH}
      className="link-target"
    >
      {words.plainForm}
    </a>
  )
}
