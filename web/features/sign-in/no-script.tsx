/** Without JavaScript: these forms need it, giving and writing to us do not. */
import { site } from '../../content/site.ts'
import { Banner } from '../../ui/banner.tsx'
import { signIn as words } from '#words/sign-in.ts'

export function NoScript() {
  const { email, phone } = site.support
  return (
    <noscript>
      <Banner tone="note" title={words.noScriptTitle} className="mt-6">
        <p>{words.noScript}</p>
        <p className="mt-2 font-semibold">
          <a href={`mailto:${email}`}>{email}</a> · {phone}
        </p>
      </Banner>
    </noscript>
  )
}
