/** Texts a person whom staff entered a code, with which they take their profile over on their own account. */
import { useState } from 'react'
import type { Bearer } from '../../../api/authorization.ts'
import { call } from '../../../api/client.ts'
import { formatDayAndTime } from '../../../lib/format-date.ts'
import { claims as words } from '#words/aid/admin-claims.ts'
import { ActButton } from './act-button.tsx'

/** @param props.profileId whether it is possible, the server says in words */
export function ClaimCode({ profileId, className = '' }: { profileId: string; className?: string }) {
  const [sent, setSent] = useState<string>()
  const send = async (bearer: Bearer) => {
    const reply = await call('POST /api/admin/beneficiaries/:id/claim-code', { params: { id: profileId }, bearer })
    setSent(words.sent(reply.phone_ending, formatDayAndTime(reply.expires_at)))
  }
  return (
    <div className={className}>
      <ActButton text={words.send} act={send} says={{ done: words.sentToast, failed: words.notSent }} />
      <output className="mt-2 block text-sm text-soft empty:hidden">{sent}</output>
    </div>
  )
}
