/** Which mails one gets as a member of staff. Each is saved at once. */
import { useState } from 'react'
import { call } from '../../../api/client.ts'
import { useLoaded } from '../../../lib/use-loaded.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { LoadedPart } from '../../../ui/loaded-part.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { settings as words } from '#words/admin-settings.ts'
import { useAdministration } from '../administration.ts'
import { useOutcome } from '../parts/use-outcome.ts'

type Mail = 'digest' | 'notices'

const SAYS = {
  digest: { label: words.digest, hint: words.digestHint },
  notices: { label: words.notices, hint: words.noticesHint },
} as const satisfies Record<Mail, unknown>

export function MailWish({ mail }: { mail: Mail }) {
  const { bearer } = useAdministration()
  const loaded = useLoaded((signal) => call(`GET /api/admin/${mail}`, { bearer, signal }))
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
  const change = async (to: boolean) => {
    setOn(to)
    const saving = call(`PUT /api/admin/${mail}`, { body: { wanted: to }, bearer })
    if (!(await outcome(saving, { done: words.mailSaved, failed: words.mailNotSaved }))) setOn(!to)
  }
  return <Checkbox {...SAYS[mail]} checked={isOn} onChange={(event) => void change(event.target.checked)} />
}
