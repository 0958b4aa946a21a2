/** Texts a person whom staff entered a code, with which they take their profile over on their own account. */
import { useState } from 'react'
import { call } from '../../../api/client.ts'
import { formatDayAndTime } from '../../../lib/format-date.ts'
import { SmallButton } from '../../../ui/button.tsx'
import { claims as words } from '#words/aid/admin-claims.ts'
import { useAdministration } from '../administration.ts'
import { useOutcome } from './use-outcome.ts'

/** @param props.profileId whether it is possible, the server says in words */
export function ClaimCode({ profileId, className = '' }: { profileId: string; className?: string }) {
  const { bearer } = useAdministration()
  const outcome = useOutcome()
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState<string>()
  const send = async () => {
    setBusy(true)
    const sending = call('POST /api/admin/beneficiaries/:id/claim-code', { params: { id: profileId }, bearer })
    await outcome(
      sending.then((reply) => setSent(words.sent(reply.phone_ending, formatDayAndTime(reply.expires_at)))),
      { done: words.sentToast, failed: words.notSent },
    )
    setBusy(false)
  }
  return (
    <div className={className}>
      <SmallButton busy={busy} onClick={() => void send()}>
        {busy ? words.sending : words.send}
      </SmallButton>
      <output className="mt-2 block text-sm text-soft empty:hidden">{sent}</output>
    </div>
  )
}
