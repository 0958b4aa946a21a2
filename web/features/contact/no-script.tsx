/** Without JavaScript a form cannot be sent: what to do instead, with contacts. */
import { site } from '../../content/site.ts'
import { Banner } from '../../ui/banner.tsx'

interface NoScriptProps {
  title: string
  text: string
  className: string
}

export function NoScript({ title, text, className }: NoScriptProps) {
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
