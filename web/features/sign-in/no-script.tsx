/** Without JavaScript: forms for signed-in users need it, giving and writing to us do not. */
import type { ReactNode } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { PlainFormLink } from '../../content/plain-form-link.tsx'
import { ReachUs } from '../../content/reach-us.tsx'
import { noScript as words } from '#words/people/no-script.ts'

interface NoScriptProps {
  title?: string
  text?: string
  className?: string
  /** A way on without script. */
  children?: ReactNode
}

/** Says what the sign-in pages say, unless the page has words of its own. */
export function NoScript({ title, text, className = 'mt-6', children }: NoScriptProps) {
  return (
    <noscript>
      {/* No script ever shows it. */}
      {import.meta.env.SSR && (
        <Banner tone="note" title={title ?? words.title} className={className}>
          <p>{text ?? words.text}</p>
          {children}
          <ReachUs />
          <PlainFormLink />
        </Banner>
      )}
    </noscript>
  )
}
