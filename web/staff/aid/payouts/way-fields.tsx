/** How a payout reaches the applicant: what they asked for, then the kind, the account and the goods. */
import { useState } from 'react'
import {
  ITEM_CHARACTERS_MAX,
  needsItem,
  PAYOUT_KINDS,
  type PayoutKind,
} from '../../../../contract/aid/payout-fields.ts'
import type { AwardJson } from '../../../../contract/aid/payout-shapes.ts'
import type { useForm } from '../../../lib/use-form.ts'
import { NotLoaded } from '../../../ui/not-loaded.tsx'
import { SelectField } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { kinds, payments as words, payouts } from '#words/aid/admin-payouts.ts'
import { payees } from '#words/aid/admin-payees.ts'
import { useAdministration } from '../../desk/administration.ts'
import { useEndpoint } from '../../desk/queries.ts'
import { Receiving } from './receiving.tsx'

/** `later`: proposed once it is known. */
export type Way = PayoutKind | 'later'

/** The names of the fields, for the form around them. */
export const WAY_FIELDS = ['item', 'payee']

/** The kind that fits what the applicant asked for. */
export function wayFor({ way, payee, waits_until: waitsUntil }: AwardJson['receiving']): Way {
  if (waitsUntil !== null) return 'later'
  if (way === 'cash') return 'cash'
  return payee?.usable ? 'bank' : 'later'
}

export const checkWay = (way: Way, typed: (name: string) => string) => ({
  item: way !== 'later' && needsItem(way) && typed('item').trim() === '' ? words.itemMissing : undefined,
})

/** The way as calls describe it. */
export function wayOf(kind: PayoutKind, typed: (name: string) => string) {
  const payee = typed('payee')
  return { kind, ...(needsItem(kind) && { item: typed('item').trim() }), ...(payee !== '' && { payee }) }
}

interface WayFieldsProps {
  receiving: AwardJson['receiving']
  ways: readonly Way[]
  way: Way
  onWay: (way: Way) => void
  field: ReturnType<typeof useForm>['field']
}

export const EVERY_KIND: readonly Way[] = PAYOUT_KINDS
/** The ways that can be proposed with an award. */
export const waysFor = ({ waits_until: waitsUntil }: AwardJson['receiving']): readonly Way[] =>
  waitsUntil === null ? [...PAYOUT_KINDS, 'later'] : ['later']

export function WayFields({ receiving, ways, way, onWay, field }: WayFieldsProps) {
  return (
    <>
      <Receiving receiving={receiving} />
      <SelectField
        label={words.kind}
        value={way}
        onChange={({ target }) => onWay(ways.find((each) => each === target.value) ?? way)}
        options={ways.map((each) => [each, each === 'later' ? words.later : kinds[each]])}
      />
      {(way === 'bank' || way === 'manual_bank') && <PayeeChoice kind={way} receiving={receiving} />}
      {way !== 'later' && needsItem(way) && (
        <TextField {...field('item')} label={words.item} hint={words.itemHint} maxLength={ITEM_CHARACTERS_MAX} />
      )}
    </>
  )
}

interface PayeeChoiceProps {
  kind: 'bank' | 'manual_bank'
  receiving: AwardJson['receiving']
}

/** Choice of the account for a payment: the one that the applicant wishes, there at once, or a vendor's that two people confirmed. */
function PayeeChoice({ kind, receiving: { payee: wished } }: PayeeChoiceProps) {
  const [search, setSearch] = useState('')
  const query = search === '' ? {} : { search }
  const { onRefusal } = useAdministration()
  // Shown in place: a toast lies behind the dialog.
  const { view, reload } = useEndpoint('GET /api/admin/payees', { query }, { onProblem: onRefusal })
  const { items, more } = view.is === 'there' ? view.value : { items: [], more: false }
  const vendors = items.filter(
    ({ id, application_id: request, needs_check: waits }) => request === null && !waits && id !== wished?.id,
  )
  return (
    <>
      {(more || search !== '') && (
        <TextField
          label={payees.findVendor}
          hint={payees.findVendorHint}
          type="search"
          maxLength={100}
          error={undefined}
          onBlur={({ target }) => setSearch(target.value.trim())}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            setSearch(event.currentTarget.value.trim())
          }}
        />
      )}
      {view.is === 'failed' && <NotLoaded title={payees.notLoaded} problem={view.problem} onRetry={reload} />}
      <SelectField
        label={words.toAccount}
        name="payee"
        options={[
          // Named by its id, an account that changed meanwhile is refused.
          ...(wished?.usable ? [[wished.id, nameOf(wished)] as const] : []),
          ...(kind === 'manual_bank' || !wished?.usable
            ? [['', kind === 'bank' ? words.ownAccount : words.noAccount] as const]
            : []),
          ...vendors.map((vendor) => [vendor.id, nameOf(vendor)] as const),
        ]}
      />
    </>
  )
}

interface Named {
  readonly name: string
  readonly account_name: string
  readonly bank_name: string
  readonly account_ending: string
}

const nameOf = ({ name, account_name: account, bank_name: bank, account_ending: ending }: Named) =>
  name === '' ? payouts.account(account, bank, ending) : words.account(name, account, bank, ending)
