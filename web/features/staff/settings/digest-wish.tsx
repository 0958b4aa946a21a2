/** Whether one gets the morning mail. Saved at once. */
import { useState } from 'react'
import { call } from '../../../api/client.ts'
import { useLoaded } from '../../../lib/use-loaded.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { LoadedPart } from '../../../ui/loaded-part.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { settings as words } from '#words/admin-settings.ts'
import { useAdministration } from '../administration.ts'
import { useOutcome } from '../parts/use-outcome.ts'

export function DigestWish() {
  const { bearer } = useAdministration()
  const loaded = useLoaded((signal) => call('GET /api/admin/digest', { bearer, signal }))
  return (
    <>
      <h2>{words.mail}</h2>
      <LoadedPart loaded={loaded} failed={words.mailFailed} skeleton={<Skeleton className="block h-16" />}>
        {({ wanted }) => <Wish wanted={wanted} />}
      </LoadedPart>
    </>
  )
}

function Wish({ wanted }: { wanted: boolean }) {
  const { bearer } = useAdministration()
  const outcome = useOutcome()
  const [isOn, setOn] = useState(wanted)
  const change = async (to: boolean) => {
    setOn(to)
    const saving = call('PUT /api/admin/digest', { body: { wanted: to }, bearer })
    if (!(await outcome(saving, { done: words.mailSaved, failed: words.mailNotSaved }))) setOn(!to)
  }
  return (
    <Checkbox
      label={words.digest}
      hint={words.digestHint}
      checked={isOn}
      onChange={(event) => void change(event.target.checked)}
    />
  )
}
