/** The button that clears the form, and its question. Loaded once there is something to clear. */
import { useState, type RefObject } from 'react'
import { showToast } from '../../lib/toast-store.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { discardWords as words } from '#words/aid/discard-draft.ts'
import type { AidRequest } from './aid-request.ts'
import { discardFiles } from './discard-documents.ts'

interface DiscardDraftProps {
  request: AidRequest
  form: RefObject<HTMLFormElement | null>
  disabled: boolean
}

export function DiscardDraft({ request, form, disabled }: DiscardDraftProps) {
  const [asking, setAsking] = useState(false)
  const discardDraft = async () => {
    const { documents } = request.read().draft
    setAsking(false)
    form.current?.reset()
    request.end()
    showToast({ kind: 'plain', title: words.thrown })
    form.current?.querySelector<HTMLElement>('input, textarea')?.focus()
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
