/** The request that a thread belongs to: a link to it, or the way to say which one it is. */
import { useState } from 'react'
import { Link } from '../../../lib/router.tsx'
import type { ContactThreadJson } from '../../../../contract/office/inbox.ts'
import { call } from '../../../api/client.ts'
import { refusedFields } from '../../../api/refused-fields.ts'
import { SmallButton } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { messages as words } from '#words/office/staff-messages.ts'
import { useAdministration } from '../../desk/administration.ts'
import { May } from '../../desk/may.tsx'
import { useOutcome } from '../../desk/parts/use-outcome.ts'
import { requestAddress } from '../../desk/places.ts'

interface CaseLinkProps {
  thread: ContactThreadJson
  onLinked: (thread: ContactThreadJson) => void
}

export function CaseLink({ thread, onLinked }: CaseLinkProps) {
  const { case_number: caseNumber, origin } = thread
  const { link, fault, busy } = useLinking(thread.id, onLinked)
  if (caseNumber === null)
    return (
      <May duty="decide_requests">
        <LinkForm fault={fault} busy={busy} onLink={(typed) => void link(typed)} />
      </May>
    )
  return (
    <div className="inset grid justify-items-start gap-2">
      <p>
        {words.about}{' '}
        <Link to={requestAddress(caseNumber)} className="link-target font-semibold">
          {caseNumber}
        </Link>
      </p>
      {origin === 'contact' && (
        <>
          <p className="text-sm text-soft">{words.notOnTheirPage}</p>
          <May duty="decide_requests">
            <SmallButton look="quiet" busy={busy} onClick={() => void link(null)}>
              {words.unlink}
            </SmallButton>
          </May>
        </>
      )}
    </div>
  )
}

function useLinking(id: string, onLinked: CaseLinkProps['onLinked']) {
  const { bearer } = useAdministration()
  const outcome = useOutcome()
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const link = async (typed: string | null) => {
    setBusy(true)
    setFault(undefined)
    const body = { case_number: typed }
    const linking = call('PUT /api/admin/contact-messages/:id/case', { params: { id }, body, bearer })
    const marking = linking.catch((problem: unknown) => {
      setFault(refusedFields(problem, ['case_number']).case_number)
      throw problem
    })
    await outcome(marking.then(onLinked), {
      done: typed === null ? words.unlinked : words.linked,
      failed: words.notLinked,
    })
    setBusy(false)
  }
  return { link, fault, busy }
}

interface LinkFormProps {
  fault: string | undefined
  busy: boolean
  onLink: (typed: string) => void
}

function LinkForm({ fault, busy, onLink }: LinkFormProps) {
  const [typed, setTyped] = useState('')
  const [missing, setMissing] = useState(false)
  return (
    <form
      className="inset grid justify-items-start gap-2"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setMissing(typed.trim() === '')
        if (typed.trim() !== '' && !busy) onLink(typed)
      }}
    >
      <TextField
        label={words.caseNumber}
        hint={words.caseNumberHint}
        value={typed}
        autoComplete="off"
        maxLength={30}
        error={missing ? words.caseNumberMissing : fault}
        onChange={(event) => {
          setTyped(event.target.value)
          setMissing(false)
        }}
      />
      <SmallButton type="submit" className="justify-self-start" busy={busy}>
        {busy ? words.linking : words.link}
      </SmallButton>
    </form>
  )
}
