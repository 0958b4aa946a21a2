/** The form for aid that needs no JavaScript, in every `<noscript>`. */
import { PLAIN_PATH } from '../../contract/aid/plain-form.ts'
import { ui as words } from '#words/common/ui.ts'

export function PlainFormLink() {
  return (
    <a href={PLAIN_PATH} className="link-target">
      {words.plainForm}
    </a>
  )
}
