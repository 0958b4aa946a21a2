/** Proposes an award: the amount of each fund, which together are its own, and how it is paid out. */
import { useState } from 'react'
import type { AwardJson } from '../../../../contract/aid/payout-shapes.ts'
import { formatNaira } from '../../../../contract/platform/money.ts'
import { call, type CallReply, type CallRequest } from '../../../api/client.ts'
import { createSender } from '../../../api/send-once.ts'
import { useForm } from '../../../lib/use-form.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { fundNames } from '#words/money/fund-names.ts'
import { awards as words } from '#words/aid/admin-payouts.ts'
import { useAdministration } from '../../desk/administration.ts'
import { DialogButtons } from '../../desk/parts/dialog-buttons.tsx'
import { useOutcome } from '../../desk/parts/use-outcome.ts'
import { nairaIn } from './typed-naira-field.ts'
import { checkWay, KIND_OR_LATER, WAY_FIELDS, wayFor, WayFields, wayOf } from './way-fields.tsx'

type Funds = CallReply<'GET /api/admin/applications/:id/awards'>['funds']
type Body = CallRequest<'POST /api/admin/applications/:id/awards'>['body']

interface ProposeAwardProps {
  request: string
  asked: number | null
  /** In the order in which they are used. */
  funds: Funds
  receiving: AwardJson['receiving']
  onProposed: () => void
  onClose: () => void
}

export function ProposeAward({ request, asked, funds, receiving, onProposed, onClose }: ProposeAwardProps) {
  const { bearer } = useAdministration()
  const outcome = useOutcome()
  const [send] = useState(() =>
    createSender((body: Body, idempotencyKey) =>
      call('POST /api/admin/applications/:id/awards', { params: { id: request }, body, bearer, idempotencyKey }),
    ),
  )
  const [way, setWay] = useState(() => wayFor(receiving))
  const names = funds.map(({ fund }) => fund)
  const { busy, onSubmit, field } = useForm({
    names: [...names, ...WAY_FIELDS],
    check(typed) {
      const entered = names.filter((name) => typed(name).trim() !== '')
      if (entered.length === 0 && names[0]) return { [names[0]]: words.nothingEntered }
      const faults = Object.fromEntries(entered.map((name) => [name, nairaIn(typed(name)).fault]))
      return { ...faults, ...checkWay(way, typed) }
    },
    async send(typed) {
      const shares = names.flatMap((fund) => {
        const { naira } = nairaIn(typed(fund))
        return naira === undefined ? [] : [{ fund, amount: naira }]
      })
      const kobo = shares.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
      const payout = way === 'later' ? undefined : wayOf(way, typed)
      const proposing = send({ amount: kobo / 100, funds: shares, ...(payout && { payout }) })
      if (await outcome(proposing, { done: words.proposed, failed: words.notProposed })) onProposed()
    },
  })
  const suggested = suggest(asked, funds)
  return (
    <form onSubmit={onSubmit} noValidate className="mt-4 grid gap-4" aria-label={words.propose}>
      <p className="text-soft">{words.proposeLead}</p>
      {funds.map(({ fund, spendable, promised }) => (
        <TextField
          key={fund}
          {...field(fund)}
          required={false}
          label={words.fund(fundNames[fund])}
          hint={words.spendable(formatNaira(spendable), formatNaira(promised))}
          inputMode="decimal"
          autoComplete="off"
          defaultValue={suggested.get(fund) ?? ''}
        />
      ))}
      <WayFields receiving={receiving} ways={KIND_OR_LATER} way={way} onWay={setWay} field={field} />
      <DialogButtons text={words.send} busyText={words.sending} busy={busy} onClose={onClose} />
    </form>
  )
}

/** Splits the amount asked for: from the first fund as far as it can, then from the next. */
function suggest(asked: number | null, funds: Funds): Map<string, string> {
  let open = Math.round((asked ?? 0) * 100)
  const suggested = new Map<string, string>()
  for (const { fund, spendable } of funds) {
    const kobo = Math.min(open, Math.floor(spendable * 100))
    if (kobo <= 0) continue
    suggested.set(fund, String(kobo / 100))
    open -= kobo
  }
  return suggested
}
