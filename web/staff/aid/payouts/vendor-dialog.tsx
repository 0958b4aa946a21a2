/** Proposes the account of a vendor: the bank and the number first, then the name that the bank gives for them. */
import { useState } from 'react'
import { VENDOR_KINDS, VENDOR_NAME_CHARACTERS_MAX } from '../../../../contract/aid/payee-fields.ts'
import { call, type CallRequest } from '../../../api/client.ts'
import { failWithToast } from '../../../lib/fail-with-toast.ts'
import { useForm } from '../../../lib/use-form.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { LoadedPart } from '../../../ui/loaded-part.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { payees as words } from '#words/aid/admin-payees.ts'
import { awards, payments } from '#words/aid/admin-payouts.ts'
import { useAdministration } from '../../desk/administration.ts'
import { DialogButtons } from '../../desk/parts/dialog-buttons.tsx'
import { useEndpoint } from '../../desk/queries.ts'
import { useOutcome } from '../../desk/parts/use-outcome.ts'
import { Choice } from './fields.tsx'
import type { DialogEnd } from '../../desk/parts/opener.tsx'

type Vendor = CallRequest<'POST /api/admin/payees'>['body']

export function VendorDialog({ onDone, onClose }: DialogEnd) {
  const { bearer } = useAdministration()
  const outcome = useOutcome()
  const [found, setFound] = useState<Vendor>()
  const [busy, setBusy] = useState(false)
  const banks = useEndpoint('GET /api/banks', {})
  const propose = async (body: Vendor) => {
    setBusy(true)
    const proposing = call('POST /api/admin/payees', { body, bearer })
    if (await outcome(proposing, { done: words.proposed, failed: words.notProposed })) {
      onClose()
      onDone()
    } else setFound(undefined)
    setBusy(false)
  }
  return (
    <Dialog title={words.addTitle} lead={words.addLead} {...(!busy && { onClose })}>
      {found && (
        <>
          <p className="mt-5 wrap-anywhere">{words.isIt(found.account_name)}</p>
          <DialogButtons
            text={words.propose}
            busy={busy}
            onSend={() => void propose(found)}
            back={awards.back}
            onClose={() => setFound(undefined)}
          />
        </>
      )}
      {/* Keeps what was typed: the bank may give a wrong name. */}
      <div hidden={found !== undefined}>
        <LoadedPart loaded={banks} failed={words.notLoaded} skeleton={<Skeleton className="mt-5 block h-64" />}>
          {({ items }) => <VendorForm banks={items} onFound={setFound} onClose={onClose} />}
        </LoadedPart>
      </div>
    </Dialog>
  )
}

interface VendorFormProps {
  banks: readonly { readonly code: string; readonly name: string }[]
  onFound: (vendor: Vendor) => void
  onClose: () => void
}

function VendorForm({ banks, onFound, onClose }: VendorFormProps) {
  const { bearer } = useAdministration()
  const { busy, faults, onSubmit, field } = useForm({
    names: ['kind', 'name', 'bank_code', 'account_number'],
    check: (typed) => ({
      kind: typed('kind') === '' ? payments.chooseOne : undefined,
      name: typed('name').trim() === '' ? words.nameMissing : undefined,
      bank_code: typed('bank_code') === '' ? payments.chooseOne : undefined,
      account_number: /^\d{10}$/.test(typed('account_number').trim()) ? undefined : words.numberWrong,
    }),
    async send(typed) {
      const kind = VENDOR_KINDS.find((each) => each === typed('kind'))
      if (!kind) return
      const account = { bank_code: typed('bank_code'), account_number: typed('account_number').trim() }
      try {
        const { account_name } = await call('POST /api/banks/account-name', { body: account, bearer })
        onFound({ kind, name: typed('name').trim(), ...account, account_name })
      } catch (problem) {
        failWithToast(words.notFound, problem)
      }
    },
  })
  return (
    <form onSubmit={onSubmit} noValidate className="mt-5 grid gap-4">
      <Choice
        name="kind"
        label={words.kind}
        error={faults.kind}
        options={VENDOR_KINDS.map((kind) => [kind, words.kinds[kind]])}
      />
      <TextField {...field('name')} label={words.name} maxLength={VENDOR_NAME_CHARACTERS_MAX} />
      <Choice
        name="bank_code"
        label={words.bank}
        error={faults.bank_code}
        options={banks.map(({ code, name }) => [code, name])}
      />
      <TextField
        {...field('account_number')}
        label={words.number}
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
      />
      <DialogButtons text={words.ask} busyText={words.asking} busy={busy} onClose={onClose} />
    </form>
  )
}
