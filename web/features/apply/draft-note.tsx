/** A notice that a draft was found and whose it is; the choice to keep it on this device; and the button that clears it. */
import { useState, type RefObject } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button, SmallButton } from '../../ui/button.tsx'
import { Choices } from '../../ui/choices.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { showToast } from '../../lib/toast-store.ts'
import { aid as words } from '#words/aid/aid.ts'
import type { AidRequest, AidState } from './aid-request.ts'
import { isEmpty, KEEPS } from './draft.ts'
import { loadPart } from '../../lib/load-part.ts'

interface DraftProps {
  request: AidRequest
  form: RefObject<HTMLFormElement | null>
}

export function DraftNote({ request, state }: Pick<DraftProps, 'request'> & { state: AidState }) {
  const { found, endedElsewhere, survives, draft } = state
  if (endedElsewhere) return <EndedElsewhere />
  if (!survives) {
    return (
      <Banner tone="note" title={words.draftNotKept} className="mb-6">
        {null}
      </Banner>
    )
  }
  if (!found) return null
  const isRegistration = request.aim.is === 'registration'
  const lead = !isRegistration ? words.draftSignedIn : draft.progress.userId === null ? words.draft : words.draftGoesOn
  return (
    <Banner tone="note" title={words.draftTitle[request.aim.is]} className="mb-6">
      <p className="break-words">
        {lead} {draft.email !== '' && words.draftOf(draft.email)}
      </p>
    </Banner>
  )
}

function EndedElsewhere() {
  return (
    <div role="alert">
      <Banner tone="note" title={words.elsewhereTitle} className="mb-6">
        <p>{words.elsewhere}</p>
        <SmallButton className="mt-3" onClick={() => window.location.reload()}>
          {words.reload}
        </SmallButton>
      </Banner>
    </div>
  )
}

const OPTIONS = KEEPS.map((value) => ({ value, text: words.keeps[value] }))

/** Whether, and for how long, this device keeps the draft; beside it the button that clears the form. */
export function KeepDraft({ request, state, form }: DraftProps & { state: AidState }) {
  const { draft, run, opened } = state
  return (
    <div className="aid-keep">
      <details className="aid-keep-choice">
        <summary>
          {words.keepLabel} <span className="font-semibold">{words.keeps[draft.keep]}</span>
        </summary>
        <Choices
          label={words.keepHow}
          options={OPTIONS}
          chosen={draft.keep}
          disabled={!opened || run.is === 'running'}
          onChoose={(keep) => request.change((before) => ({ ...before, keep }))}
        />
        <p className="field-hint">{words.keepHint[draft.keep]}</p>
      </details>
      {!isEmpty(draft) && <DiscardDraft request={request} form={form} disabled={run.is === 'running'} />}
    </div>
  )
}

function DiscardDraft({ request, form, disabled }: DraftProps & { disabled: boolean }) {
  const [asking, setAsking] = useState(false)
  const discardDraft = async () => {
    const { documents } = request.read().draft
    setAsking(false)
    form.current?.reset()
    request.end()
    showToast({ kind: 'plain', title: words.thrown })
    form.current?.querySelector<HTMLElement>('input, textarea')?.focus()
    const { discardFiles } = await loadPart(() => import('./discard-documents.ts'))
    await discardFiles(documents)
  }
  return (
    <>
      <button
        type="button"
        className="link-target justify-self-start"
        aria-disabled={disabled}
        onClick={() => !disabled && setAsking(true)}
      >
        {words.discardDraft}
      </button>
      {asking && (
        <Dialog title={words.throwTitle} lead={words.throwLead} onClose={() => setAsking(false)}>
          <div className="mt-6 flex flex-wrap gap-3">
            <Button className="grow" onClick={() => void discardDraft()}>
              {words.throwConfirm}
            </Button>
            <Button look="outline" className="grow" onClick={() => setAsking(false)}>
              {words.keep}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
