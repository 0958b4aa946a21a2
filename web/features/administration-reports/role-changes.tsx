/** Changes of role that wait for a second administrator, and the way to propose one. */
import { useState } from 'react'
import type { RoleChangeJson } from '../../../contract/role-changes.ts'
import { call } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { roleChanges as words } from '#words/admin-reports.ts'
import { adminReportToasts as toasts } from '#words/toasts.ts'
import { sayFailed } from '../account/ask-auth.ts'
import { dayAndTimeOf } from '../account/moment.ts'
import { useAdministration } from '../administration/administration.ts'
import { NotLoaded } from '../administration/list-frame.tsx'
import { nameOfPerson } from '../administration/people.ts'
import { RoleDialog } from './role-dialog.tsx'
import { useReport } from './use-report.ts'

export function RoleChanges() {
  const { bearer } = useAdministration()
  const { view, reload } = useReport(() => call('GET /api/admin/role-changes', { bearer }), toasts.rolesFailed)
  const [proposing, setProposing] = useState(false)
  return (
    <Card title={words.title}>
      <p className="mt-2 text-soft">{words.hint}</p>
      {view.is === 'loading' && <Skeleton className="mt-4 block h-12 w-full" />}
      {view.is === 'failed' && <NotLoaded title={toasts.rolesFailed} sentence={view.sentence} onRetry={reload} />}
      {view.is === 'there' && view.value.items.length === 0 && <p className="mt-2">{words.none}</p>}
      {view.is === 'there' && (
        <ul className="rows">
          {view.value.items.map((change) => (
            <Change key={change.id} change={change} onChanged={reload} />
          ))}
        </ul>
      )}
      <Button look="outline" className="button-small mt-4" onClick={() => setProposing(true)}>
        {words.propose}
      </Button>
      {proposing && (
        <RoleDialog
          onClose={() => setProposing(false)}
          onProposed={() => {
            setProposing(false)
            reload()
          }}
        />
      )}
    </Card>
  )
}

type Answer = 'confirmation' | 'withdrawal'
const ANSWERS = {
  confirmation: { done: toasts.roleChanged, failed: toasts.roleNotChanged },
  withdrawal: { done: toasts.withdrawn, failed: toasts.notWithdrawn },
}

function Change({ change, onChanged }: { change: RoleChangeJson; onChanged: () => void }) {
  const { bearer, onRefusal } = useAdministration()
  const [busy, setBusy] = useState<Answer>()
  const [confirming, setConfirming] = useState(false)
  const { id, email, from_role: from, role, reason, proposed_by: by, may_confirm: mayConfirm } = change
  const name = change.full_name || email
  const send = async (answer: Answer) => {
    setBusy(answer)
    try {
      await (answer === 'confirmation'
        ? call('POST /api/admin/role-changes/:id/confirmation', { params: { id }, bearer })
        : call('POST /api/admin/role-changes/:id/withdrawal', { params: { id }, bearer }))
      showToast({ kind: 'plain', title: ANSWERS[answer].done })
    } catch (problem) {
      if (!onRefusal(problem)) sayFailed(ANSWERS[answer].failed, problem)
    } finally {
      setBusy(undefined)
      setConfirming(false)
      // Also after a refusal: somebody else may have decided meanwhile.
      onChanged()
    }
  }
  return (
    <li>
      <p className="font-semibold wrap-anywhere">{name}</p>
      <p className="text-sm wrap-anywhere text-soft">{email}</p>
      <p className="mt-1">{words.change(words.roles[from], words.roles[role])}</p>
      <blockquote className="request-text">{reason}</blockquote>
      <p className="mt-1 text-sm wrap-anywhere text-soft">
        {words.proposedBy(nameOfPerson(by), dayAndTimeOf(change.created_at))}
      </p>
      {!mayConfirm && <p className="mt-1 text-soft">{words.own}</p>}
      <div className="mt-3 flex flex-wrap gap-3">
        {mayConfirm && (
          <Button className="button-small" aria-label={words.confirmOn(name)} onClick={() => setConfirming(true)}>
            {words.confirm}
          </Button>
        )}
        <Button
          look="outline"
          className="button-small"
          busy={busy === 'withdrawal'}
          aria-label={words.withdrawOn(name)}
          onClick={() => void send('withdrawal')}
        >
          {words.withdraw}
        </Button>
      </div>
      {confirming && (
        <Dialog title={words.confirmTitle} lead={words.confirmLead[role](name)} onClose={() => setConfirming(false)}>
          <div className="mt-6 flex flex-wrap gap-3">
            <Button className="grow" busy={busy === 'confirmation'} onClick={() => void send('confirmation')}>
              {busy === 'confirmation' ? words.working : words.confirm}
            </Button>
            <Button look="outline" className="grow" onClick={() => setConfirming(false)}>
              {words.cancel}
            </Button>
          </div>
        </Dialog>
      )}
    </li>
  )
}
