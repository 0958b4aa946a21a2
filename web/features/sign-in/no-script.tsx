/** Without JavaScript: forms for signed-in users need it, giving and writing to us do not. */
import { site } from '../../content/site.ts'
import { Banner } from '../../ui/banner.tsx'
import { signIn as words } from '#words/sign-in.ts'

/** Says what the sign-in pages say, unless the page has words of its own. */
export function NoScript({ title = words.noScriptTitle, text = words.noScript, className = 'mt-6' }) {
  const { email, phone } = site.support
  return (
    <noscript>
      <Banner tone="note" title={title} className={className}>
        <p>{text}</p>
        <p className="mt-2 font-semibold">
          <a href={`mailto:${email}`}>{email}</a> · {phone}
        </p>
      </Banner>
    </noscript>
  )
}
