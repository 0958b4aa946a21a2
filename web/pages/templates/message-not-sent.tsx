/** The server's refusal of a contact form that was sent without the page's script. It fills in the reason. */
import { MESSAGE_REASON } from '../../../contract/office/contact-pages.ts'
import { Banner } from '../../ui/banner.tsx'
import { contact as words } from '#words/office/contact.ts'

export const meta = () => [{ title: words.metaTitle }, { name: 'robots', content: 'noindex' }]

export default function MessageNotSentPage() {
  return (
    <div className="wrap section max-w-2xl">
      <h1 className="text-3xl">{words.notSent}</h1>
      <Banner tone="bad" title={MESSAGE_REASON} className="mt-8">
        <p>{words.goBack}</p>
      </Banner>
    </div>
  )
}
