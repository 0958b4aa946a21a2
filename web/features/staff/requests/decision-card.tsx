/** The decisions about a request. Each is confirmed in a dialog, which shows what the applicant will read. */
import { useState } from 'react'
import type { ApplicationDetailsJson } from '../../../../contract/admin.ts'
import type { ApplicationStatus } from '../../../../contract/application-fields.ts'
import { call } from '../../../api/client.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { showToast } from '../../../lib/toast-store.ts'
import { review as words } from '#words/review.ts'
import { administrationToasts as toasts } from '#words/toasts.ts'
import { useFocusBack } from '../../../lib/use-focus-back.ts'
import { useAdministration } from '../administration.ts'
import { DecisionDialog, type DecisionKind } from './decision-dialog.tsx'

interface DecisionCardProps {
  details: ApplicationDetailsJson
  onChanged: () => void
  onProblem: (problem: unknown) => void
}

export function DecisionCard({ details, onChanged, onProblem }: DecisionCardProps) {
  const { place, focusBack } = useFocusBack()
  const { asked, ask, busy, setStatus, decide } = useDeciding({ details, onChanged, onProblem }, focusBack)
  const { status } = details
  if (details.own) {
    return (
      <Card title={words.decide} raised>
        <p className="mt-2">{words.own}</p>
      </Card>
    )
  }
  const undecided = status === 'pending' || status === 'under_review'
  return (
    <Card title={words.decide} raised>
      <p className="mt-2 text-soft">{words.expecting}</p>
      <div ref={place} tabIndex={-1} className="decision-actions outline-none">
        {status !== 'approved' && <Button onClick={() => ask('approved')}>{words.approve}</Button>}
        {status !== 'rejected' && (
          <Button look="outline" onClick={() => ask('rejected')}>
            {words.reject}
          </Button>
        )}
        {undecided && details.waiting_since === null && (
          <Button look="outline" onClick={() => ask('papers')}>
            {words.askPapers}
          </Button>
        )}
        {status !== 'under_review' && (
          <Button look="quiet" busy={busy && asked === undefined} onClick={() => void setStatus('under_review', '')}>
            {words.toReview}
          </Button>
        )}
        {status !== 'pending' && (
          <Button look="quiet" onClick={() => ask('pending')}>
            {words.toPending}
          </Button>
        )}
      </div>
      {asked && (
        <DecisionDialog
          kind={asked}
          onDecide={(text) => decide(asked, text)}
          onClose={() => focusBack(() => ask(undefined))}
        />
      )}
    </Card>
  )
}

/** @param focusBack for the dialog, and for a button that the new status removes */
function useDeciding(
  { details: { id, version }, onChanged, onProblem }: DecisionCardProps,
  focusBack: (change: () => void) => void,
) {
  const { bearer } = useAdministration()
  const [asked, ask] = useState<DecisionKind>()
  const [busy, setBusy] = useState(false)
  const act = async (change: () => Promise<unknown>, title: string, description?: string) => {
    setBusy(true)
    try {
      await change()
      showToast({ kind: 'plain', title, ...(description !== undefined && { description }) })
      onChanged()
      return true
    } catch (problem) {
      onProblem(problem)
      return false
    } finally {
      focusBack(() => {
        ask(undefined)
        setBusy(false)
      })
    }
  }
  // Each call names the version on the screen: after another administrator's decision, nothing happens.
  const setStatus = (to: ApplicationStatus, reason: string) => {
    const body = { status: to, expected_version: version, ...(reason !== '' && { reason }) }
    return act(
      () => call('PATCH /api/admin/applications/:id', { params: { id }, bearer, body }),
      toasts.statusChanged[to],
    )
  }
  const askPapers = (text: string) => {
    const body = { text, expected_version: version }
    return act(
      () => call('POST /api/admin/applications/:id/paper-requests', { params: { id }, bearer, body }),
      toasts.papersAsked,
    )
  }
  const decide = (kind: DecisionKind, text: string) => (kind === 'papers' ? askPapers(text) : setStatus(kind, text))
  return { asked, ask, busy, setStatus, decide }
}
