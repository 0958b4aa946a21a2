/** After a request was entered: its number, and a slip for the person to take with them. */
import { Link } from '../../../lib/router.tsx'
import { formatDayAndTime } from '../../../lib/format-date.ts'
import { site } from '../../../words/site.ts'
import { Button } from '../../../ui/button.tsx'
import { FocusedTitle } from '../../../ui/focused-title.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { intake as words } from '#words/aid/admin-intake.ts'
import { claims } from '#words/aid/admin-claims.ts'
import { ClaimCode } from '../../desk/parts/claim-code.tsx'
import { SlipLine } from '../../desk/parts/slip-line.tsx'
import { requestAddress } from '../../desk/places.ts'
import type { Entered } from './intake.ts'

export function Slip({ entered, onAnother }: { entered: Entered; onAnother: () => void }) {
  const { id, case_number: number, full_name: name, created_at: at } = entered
  const { profile_id: profileId, can_sign_in: canSignIn } = entered
  return (
    <div className="stack max-w-240 gap-4">
      <div className="no-print">
        <FocusedTitle>{words.entered}</FocusedTitle>
        <p className="mt-1 text-soft">{words.enteredMore}</p>
      </div>
      <section className="slip grid gap-4" aria-label={number}>
        <p className="flex justify-between gap-4 text-lg font-bold">{site.name}</p>
        <dl className="grid gap-2">
          <SlipLine name={words.slip.for} value={name} />
          <SlipLine name={words.slip.number} value={number} />
          <SlipLine name={words.slip.day} value={formatDayAndTime(at)} />
        </dl>
        <p>{words.slip.keep}</p>
        {!canSignIn && <p>{words.slip.online(`${window.location.host}/claim`)}</p>}
        <p>{words.slip.how}</p>
      </section>
      {!canSignIn && profileId !== null && (
        <div className="no-print">
          <p className="text-soft">{claims.noSignIn}</p>
          <ClaimCode profileId={profileId} className="mt-2" />
        </div>
      )}
      <div className="no-print flex flex-wrap items-center gap-3">
        <Button onClick={onAnother}>{words.another}</Button>
        <Button look="outline" onClick={() => window.print()}>
          <Icon name="print" /> {words.print}
        </Button>
        <Link to={requestAddress(number)} state={{ id }} className="link-target">
          {words.openRequest}
        </Link>
      </div>
    </div>
  )
}
