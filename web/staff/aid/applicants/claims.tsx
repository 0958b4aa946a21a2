/** Whether a person has a sign-in, and which profiles their account has claimed. */
import { call, type CallReply } from '../../../api/client.ts'
import { formatDayAndTime } from '../../../lib/format-date.ts'
import { useFocusOnRemoval } from '../../../lib/use-focus-on-removal.ts'
import { claims as words } from '#words/aid/admin-claims.ts'
import { May } from '../../desk/may.tsx'
import { ActButton } from '../../desk/parts/act-button.tsx'
import { ClaimCode } from '../../desk/parts/claim-code.tsx'
import { nameOf } from './beneficiaries.ts'

type Person = CallReply<'GET /api/admin/beneficiaries/:id'>

/** Nothing for a person with an account who claimed nothing. */
export function Claims({ person, onChanged }: { person: Person; onChanged: () => void }) {
  const { id, can_sign_in: canSignIn, has_ended: hasEnded, claims } = person
  if (canSignIn && claims.length === 0) return null
  return (
    <section className="mt-6">
      <h3 className="font-semibold">{words.title}</h3>
      {hasEnded && <p className="mt-1 text-soft">{words.ended}</p>}
      {!canSignIn && !hasEnded && (
        <>
          <p className="mt-1 text-soft">{words.noSignIn}</p>
          <May duty="decide_requests">
            <ClaimCode profileId={id} className="mt-3" />
          </May>
        </>
      )}
      {claims.map((claim) => (
        <div key={claim.id} className="mt-2">
          <p className="wrap-anywhere">{words.claimed(nameOf(claim.full_name), formatDayAndTime(claim.claimed_at))}</p>
          <May duty="administer">
            <UndoClaim claim={claim} onChanged={onChanged} />
          </May>
        </div>
      ))}
    </section>
  )
}

function UndoClaim({ claim, onChanged }: { claim: Person['claims'][number]; onChanged: () => void }) {
  const button = useFocusOnRemoval<HTMLButtonElement>()
  return (
    <>
      <p className="mt-1 text-sm text-soft">{words.undoMeans}</p>
      <ActButton
        ref={button}
        text={words.undo}
        className="mt-2"
        aria-label={words.undoOf(nameOf(claim.full_name))}
        act={(bearer) =>
          call('POST /api/admin/claims/:id/undoing', { params: { id: claim.id }, bearer }).then(onChanged)
        }
        says={{ done: words.undone, failed: words.notUndone }}
      />
    </>
  )
}
