/** A notice that a draft was found and whose it is; the choice to keep it on this device; and the button that clears it. */
import type { RefObject } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { SmallButton } from '../../ui/button.tsx'
import { Choices } from '../../ui/choices.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { aid as words } from '#words/aid/aid.ts'
import type { AidRequest, AidState } from './aid-request.ts'
import { isEmpty, KEEPS } from './draft.ts'

interface DraftProps {
  request: AidRequest
  form: RefObject<HTMLFormElement | null>
}

/** @param askAccount whether the form has a password, which is never restored */
export function DraftNote({
  request,
  state,
  askAccount = false,
}: Pick<DraftProps, 'request'> & { state: AidState; askAccount?: boolean }) {
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
  const goesOn = request.aim.is === 'registration' && draft.progress.userId !== null
  const lead = goesOn ? words.draftGoesOn : askAccount ? words.draft : words.draftSignedIn
  return (
    <Banner tone="note" title={words.draftTitle[request.aim.is]} className="mb-6">
      <p>
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

const DiscardDraft = onDemand(async () => (await import('./discard-draft.tsx')).DiscardDraft, { skeleton: null })

const OPTIONS = KEEPS.map((value) => ({ value, text: words.keeps[value] }))

/** Whether, and for how long, this device keeps the draft; beside it the button that clears the form. */
export function KeepDraft({ request, state, form }: DraftProps & { state: AidState }) {
  const { draft, run, opened } = state
  return (
    <div className="aid-keep stack gap-2 rounded-md border border-line px-4 py-2">
      <details>
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
