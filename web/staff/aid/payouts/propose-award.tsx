/** Proposes an award for a request that is approved without one. */
import { useState } from 'react'
import type { AwardTermsJson } from '../../../../contract/aid/payout-shapes.ts'
import { call } from '../../../api/client.ts'
import { createSender } from '../../../api/send-once.ts'
import { useForm } from '../../../lib/use-form.ts'
import { awards as words } from '#words/aid/admin-payouts.ts'
import { useAdministration } from '../../desk/administration.ts'
import { DialogButtons } from '../../desk/parts/dialog-buttons.tsx'
import { useOutcome } from '../../desk/parts/use-outcome.ts'
import { AwardFields, useAwardChoice, type AwardBody } from './award-fields.tsx'

interface ProposeAwardProps {
  request: string
  asked: number | null
  terms: AwardTermsJson
  onProposed: () => void
  onClose: () => void
}

export function ProposeAward({ request, asked, terms, onProposed, onClose }: ProposeAwardProps) {
  const { bearer } = useAdministration()
  const outcome = useOutcome()
  const [send] = useState(() =>
    createSender((body: AwardBody, idempotencyKey) =>
      call('POST /api/admin/applications/:id/awards', { params: { id: request }, body, bearer, idempotencyKey }),
    ),
  )
  const choice = useAwardChoice(terms, asked, false)
  const { busy, onSubmit, field } = useForm<string>({
    names: choice.names,
    check: choice.check,
    async send(typed) {
      const award = choice.read(typed)
      if (award && (await outcome(send(award), { done: words.proposed, failed: words.notProposed }))) onProposed()
      return undefined
    },
  })
  return (
    <form onSubmit={onSubmit} noValidate className="mt-4 grid gap-4" aria-label={words.propose}>
      <AwardFields choice={choice} mayWait={false} field={field} />
      <DialogButtons text={words.send} busyText={words.sending} busy={busy} onClose={onClose} />
    </form>
  )
}
