/** The filters of the history. They apply when Show is pressed: a half-typed date requests nothing. */
import type { FormEvent } from 'react'
import { Link } from '../../lib/router.tsx'
import { WALLET_TRANSACTION_STATUSES } from '../../../contract/money/wallet-amounts.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { wallet, walletHistory as words } from '#words/money/wallet.ts'
import { filtersOf, type Filters } from './filters.ts'

export function FilterForm({ filters, onFilter }: { filters: Filters; onFilter: (filters: Filters) => void }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onFilter(filtersOf(new FormData(event.currentTarget)))
  }
  return (
    <details className="phone-fold">
      <summary className="link-target">{words.filtersCount(Object.keys(filters).length)}</summary>
      <form className="tiles items-end gap-4" aria-label={words.filters} onSubmit={submit} noValidate>
        <SelectField
          label={words.status}
          name="status"
          defaultValue={filters.status ?? ''}
          none={words.anyStatus}
          options={WALLET_TRANSACTION_STATUSES.map((status) => [status, wallet.statuses[status]])}
        />
        <TextField label={words.from} type="date" name="from" defaultValue={filters.from} error={undefined} />
        <TextField label={words.to} type="date" name="to" defaultValue={filters.to} error={undefined} />
        <TextField
          label={words.search}
          name="search"
          defaultValue={filters.search}
          placeholder={words.searchHint}
          autoComplete="off"
          maxLength={50}
          error={undefined}
        />
        <div className="line gap-x-5 gap-y-2 sm:col-span-2">
          <Button type="submit" look="outline">
            {words.show}
          </Button>
          {Object.keys(filters).length > 0 && (
            <Link to="/wallet/history" className="link-target" keepsScroll>
              {words.clear}
            </Link>
          )}
        </div>
      </form>
    </details>
  )
}
