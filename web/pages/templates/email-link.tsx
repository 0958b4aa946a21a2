/** The page of a mailed link (`GET /auth/v1/verify`), for the server to fill in. Nothing happens until its button is pressed. */
import { LINK_FORM, LINK_PLACEHOLDERS as link } from '../../../contract/people/link-page.ts'
import { buttonClass } from '../../ui/button.tsx'

export function meta() {
  return [{ title: link.title }, { name: 'robots', content: 'noindex' }, { name: 'referrer', content: 'no-referrer' }]
}

export default function EmailLinkPage() {
  return (
    <div lang={link.language} className="wrap section max-w-2xl">
      <h1 className="text-3xl">{link.title}</h1>
      <p className="mt-4">{link.text}</p>
      <form method="post" action={LINK_FORM} className="mt-6">
        <input type="hidden" name="token" value={link.token} />
        <input type="hidden" name="type" value={link.type} />
        <input type="hidden" name="redirect_to" value={link.redirectTo} />
        <button type="submit" className={buttonClass('primary', 'button-wide')}>
          {link.button}
        </button>
      </form>
    </div>
  )
}
