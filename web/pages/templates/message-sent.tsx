/** The server's answer to a contact form that was sent without the page's script. */
import { buttonClass } from '../../ui/button.tsx'
import { contact as words } from '#words/office/contact.ts'

export const meta = () => [{ title: words.metaTitle }, { name: 'robots', content: 'noindex' }]

export default function MessageSentPage() {
  return (
    <div className="wrap section max-w-2xl">
      <h1 className="text-3xl">{words.sentTitle}</h1>
      <p className="mt-4 text-lg">{words.sent}</p>
      <a href="/" className={buttonClass('outline', 'mt-8')}>
        {words.home}
      </a>
    </div>
  )
}
