/** Recovery codes: how many are left, and ten new ones, which are shown once. */
import { ownFileName } from '../../words/site.ts'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import type { SignedIn } from '../../api/session/session.ts'
import { useAct } from '../../lib/use-act.ts'
import { failWithToast } from '../../lib/fail-with-toast.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LoadedPart } from '../../ui/loaded-part.tsx'
import { useConfirmation } from '../../ui/session/use-confirmation.tsx'
import { recoveryCodes as words } from '#words/people/recovery-codes.ts'
import { accountToasts as toasts } from '#words/people/account-toasts.ts'

export function RecoveryCodesCard({ session: { bearer, user } }: { session: SignedIn }) {
  const loaded = useLoaded((signal) => call('GET /api/account/recovery-codes', { bearer, signal }))
  const { run, step } = useConfirmation(user)
  const [codes, setCodes] = useState<readonly string[]>()
  const { busy, run: act } = useAct()
  const make = async () => {
    await run(async () => setCodes((await call('POST /api/account/recovery-codes', { bearer })).codes))
  }
  const close = () => {
    setCodes(undefined)
    loaded.reload()
  }
  return (
    <Card title={words.title} level={3}>
      <p className="mt-2 text-soft">{words.lead}</p>
      {codes ? (
        <NewCodes codes={codes} onClose={close} />
      ) : (
        <LoadedPart loaded={loaded} skeleton={<p className="mt-4 text-soft">{words.loading}</p>}>
          {({ left }) => (
            <>
              <p className="mt-4 font-semibold">{words.left(left)}</p>
              <Button
                look="outline"
                className="mt-4"
                busy={busy}
                onClick={() => void act(toasts.recoveryCodesFailed, make, failWithToast)}
              >
                {busy ? words.making : left === 0 ? words.make : words.makeNew}
              </Button>
              {left > 0 && <p className="mt-2 text-sm text-soft">{words.makeNewNote}</p>}
            </>
          )}
        </LoadedPart>
      )}
      {step}
    </Card>
  )
}

function NewCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const [copy, setCopy] = useState<'none' | 'copied' | 'failed'>('none')
  const copyCodes = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      setCopy('copied')
    } catch (fault) {
      console.warn('The codes could not be copied.', fault)
      setCopy('failed')
    }
  }
  const save = () =>
    saveFile(
      ownFileName('recovery-codes.txt'),
      [words.fileIntro(window.location.host), '', ...codes, ''].join('\n'),
      'text/plain',
    )
  return (
    <>
      <h4 className="mt-5 font-semibold" tabIndex={-1} ref={focus}>
        {words.shown}
      </h4>
      <ol className="tiles my-3 gap-x-4 gap-y-2 font-mono text-lg" translate="no">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <p className="text-sm text-soft">{words.shownNote}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button look="outline" className="grow" onClick={() => void copyCodes()}>
          <Icon name={copy === 'copied' ? 'check' : 'copy'} /> {copy === 'copied' ? words.copied : words.copy}
        </Button>
        <Button look="outline" className="grow" onClick={save}>
          {words.save}
        </Button>
        <Button className="grow" onClick={onClose}>
          {words.done}
        </Button>
      </div>
      <output className="block text-sm font-semibold">
        {copy === 'failed' && words.copyFailed}
        {copy === 'copied' && <span className="sr-only">{words.copied}</span>}
      </output>
    </>
  )
}

function focus(title: HTMLElement | null): void {
  title?.focus()
}
