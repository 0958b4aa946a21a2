/** The sign-ins of the last 90 days, so that people notice one that was not theirs. */
import { useState } from 'react'
import { call, type CallReply } from '../../api/client.ts'
import type { SignedIn } from '../../api/session/session.ts'
import { formatDayAndTime } from '../../lib/format-date.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { SmallButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { LoadedPart } from '../../ui/loaded-part.tsx'
import { account as words } from '#words/people/account.ts'
import { deviceName } from './device-name.ts'
import { PartSkeleton } from './section-layout.tsx'

type SignIn = CallReply<'GET /api/account/sign-ins'>['items'][number]

/** How many are shown at first. */
const FIRST = 5

export function SignInsCard({ session: { bearer } }: { session: SignedIn }) {
  const loaded = useLoaded(() => call('GET /api/account/sign-ins', { bearer }))
  return (
    <LoadedPart loaded={loaded} skeleton={<PartSkeleton section="sessions" />}>
      {({ items }) => <SignIns items={items} />}
    </LoadedPart>
  )
}

function SignIns({ items }: { items: readonly SignIn[] }) {
  const [isAll, setAll] = useState(false)
  const shown = isAll ? items : items.slice(0, FIRST)
  return (
    <Card title={words.signInsTitle} level={3}>
      <p className="mt-2 text-soft">{words.signInsLead}</p>
      <ul className="rows mt-3">
        {shown.map(({ id, created_at, method, user_agent, address }) => (
          <li key={id} className="row">
            <div className="row-text">
              <p className="font-semibold">{formatDayAndTime(created_at)}</p>
              <p className="text-sm wrap-anywhere text-soft">
                {deviceName(user_agent)}, {words.signInMethods[method]}
                {address !== '' && (
                  <>
                    <br />
                    {words.network(address)}
                  </>
                )}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {shown.length < items.length && (
        <SmallButton className="mt-4" onClick={() => setAll(true)}>
          {words.allSignIns(items.length)}
        </SmallButton>
      )}
    </Card>
  )
}
