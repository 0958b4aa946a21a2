/** Choice of a staff member's own mails. Each choice is saved at once. */
import { useState } from 'react'
import { call } from '../../../api/client.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { LoadedPart } from '../../../ui/loaded-part.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { settings as words } from '#words/office/admin-settings.ts'
import { useAdministration } from '../../desk/administration.ts'
import { May } from '../../desk/may.tsx'
import { useEndpoint } from '../../desk/queries.ts'
import { useOutcome } from '../../desk/parts/use-outcome.ts'

type Mail = 'digest' | 'late-requests-mail'

const SAYS = {
  digest: { label: words.digest, hint: words.digestHint },
  'late-requests-mail': { label: words.late, hint: words.lateHint },
} as const satisfies Record<Mail, unknown>

export function OwnMails() {
  return (
    <div className="stack max-w-3xl gap-4">
      <May duty="decide_requests">
        <MailWish mail="digest" />
      </May>
      <May duty="administer">
        <MailWish mail="late-requests-mail" />
      </May>
    </div>
  )
}

function MailWish({ mail }: { mail: Mail }) {
  const loaded = useEndpoint(`GET /api/admin/${mail}`, {})
  return (
    <LoadedPart loaded={loaded} failed={words.mailFailed} skeleton={<Skeleton className="block h-16" />}>
      {({ wanted }) => <Wish mail={mail} wanted={wanted} />}
    </LoadedPart>
  )
}

function Wish({ mail, wanted }: { mail: Mail; wanted: boolean }) {
  const { bearer } = useAdministration()
  const outcome = useOutcome()
  const [isOn, setOn] = useState(wanted)
  /** Shows at once, and goes back where it was not saved. */
  const save = async (to: boolean) => {
    setOn(to)
    const saving = call(`PUT /api/admin/${mail}`, { body: { wanted: to }, bearer })
    if (!(await outcome(saving, { done: words.mailSaved, failed: words.mailNotSaved }))) setOn(isOn)
  }
  return <Checkbox {...SAYS[mail]} checked={isOn} onChange={(event) => void save(event.target.checked)} />
}
