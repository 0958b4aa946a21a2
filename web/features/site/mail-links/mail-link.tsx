/**
 * The page behind a link in mail about a request. Nothing happens until its button is pressed: programs that open links in mail, to
 * scan them, must change nothing. It works without sign-in.
 */
import { useId, useState } from 'react'
import { call } from '../../../api/client.ts'
import { problemSentence } from '../../../api/problem-sentence.ts'
import { PlainFormLink } from '../../../content/plain-form-link.tsx'
import { useHydrated } from '../../../lib/use-hydrated.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { FocusedTitle } from '../../../ui/focused-title.tsx'
import { mailLinks } from '#words/office/mail-links.ts'

const ENDPOINTS = { confirm: 'POST /api/request-mail/confirmations', stop: 'POST /api/request-mail/stops' } as const

export function MailLink({ purpose }: { purpose: keyof typeof ENDPOINTS }) {
  const words = mailLinks[purpose]
  const hydrated = useHydrated()
  const id = useId()
  const [state, setState] = useState<'ready' | 'busy' | 'done'>('ready')
  const [fault, setFault] = useState<string>()
  const press = async () => {
    setState('busy')
    setFault(undefined)
    try {
      await call(ENDPOINTS[purpose], { body: { token: window.location.hash.slice(1) || '-' } })
      setState('done')
    } catch (problem) {
      setFault(problemSentence(problem))
      setState('ready')
    }
  }
  if (state === 'done') {
    return (
      <div className="wrap section max-w-2xl">
        <h1 className="mb-6 text-3xl">{words.title}</h1>
        <FocusedTitle>{words.doneTitle}</FocusedTitle>
        <p className="mt-4">{words.done}</p>
      </div>
    )
  }
  return (
    <div className="wrap section max-w-2xl">
      <h1 className="text-3xl">{words.title}</h1>
      <div id={id} className="mt-4 grid gap-3">
        {words.text.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <noscript>
        <p className="mt-4 font-semibold">{mailLinks.noScript}</p>
        <PlainFormLink />
      </noscript>
      <div aria-live="polite">
        {fault !== undefined && (
          <Banner tone="bad" title={mailLinks.failed} className="mt-6">
            <p>{fault}</p>
          </Banner>
        )}
      </div>
      <Button
        className="mt-6"
        disabled={!hydrated}
        busy={state === 'busy'}
        aria-describedby={id}
        onClick={() => void press()}
      >
        {state === 'busy' ? mailLinks.busy : words.button}
      </Button>
    </div>
  )
}
