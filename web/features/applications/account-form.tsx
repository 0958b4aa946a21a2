/** The bank account that receives what was granted: the applicant names it, and says whether the name that the bank gives is theirs. */
import { useState } from 'react'
import type { Bearer } from '../../api/authorization.ts'
import { call, type CallReply } from '../../api/client.ts'
import { failWithToast } from '../../lib/fail-with-toast.ts'
import { formatDayAndTime } from '../../lib/format-date.ts'
import { showToast } from '../../lib/toast-store.ts'
import { useForm } from '../../lib/use-form.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { LoadedPart } from '../../ui/loaded-part.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { account as words } from '#words/award.ts'

interface OwnAccountProps {
  applicationId: string
  bearer: Bearer
}

type Payee = CallReply<'GET /api/applications/:id/payee'>['payee']

/** Loaded on a press: nothing on the page moves while it comes. */
export function OwnAccount(props: OwnAccountProps) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <Account {...props} />
  return (
    <Button look="quiet" className="button-small mt-3" onClick={() => setOpen(true)}>
      {words.title}
    </Button>
  )
}

function Account({ applicationId, bearer }: OwnAccountProps) {
  const [naming, setNaming] = useState(false)
  const loaded = useLoaded((signal) =>
    call('GET /api/applications/:id/payee', { params: { id: applicationId }, bearer, signal }),
  )
  return (
    <div className="mt-4">
      <h5 className="font-semibold">{words.title}</h5>
      <LoadedPart loaded={loaded} failed={words.notLoaded} skeleton={<Skeleton className="block h-16" />}>
        {({ payee }) => (
          <>
            <Named payee={payee} />
            {naming ? (
              <AccountForm
                applicationId={applicationId}
                bearer={bearer}
                onClose={() => setNaming(false)}
                onNamed={() => {
                  setNaming(false)
                  loaded.reload()
                }}
              />
            ) : (
              <Button look="outline" className="button-small mt-3" onClick={() => setNaming(true)}>
                {payee ? words.change : words.name}
              </Button>
            )}
          </>
        )}
      </LoadedPart>
    </div>
  )
}

function Named({ payee }: { payee: Payee }) {
  const [shownAt] = useState(() => Date.now())
  if (!payee) return <p className="mt-1 text-soft">{words.none}</p>
  const { account_name: name, bank_name: bank, account_ending: ending, usable_from: from, needs_check: checks } = payee
  return (
    <>
      <p className="mt-1 wrap-anywhere">{words.named(name, bank, ending)}</p>
      {checks && <p className="text-soft">{words.checked}</p>}
      {!checks && Date.parse(from) > shownAt && <p className="text-soft">{words.waits(formatDayAndTime(from))}</p>}
    </>
  )
}

interface AccountFormProps extends OwnAccountProps {
  onNamed: () => void
  onClose: () => void
}

interface Typed {
  readonly bank_code: string
  readonly account_number: string
  /** As the bank gives it. */
  readonly account_name: string
}

/** Two steps: the bank and the number, then the name that the bank gives for them. */
function AccountForm({ applicationId, bearer, onNamed, onClose }: AccountFormProps) {
  const [found, setFound] = useState<Typed>()
  const [busy, setBusy] = useState(false)
  const banks = useLoaded((signal) => call('GET /api/banks', { bearer, signal }))
  const confirm = async (body: Typed) => {
    setBusy(true)
    try {
      await call('POST /api/applications/:id/payee', { params: { id: applicationId }, body, bearer })
      showToast({ kind: 'plain', title: words.saved })
      onNamed()
    } catch (problem) {
      failWithToast(words.notSaved, problem)
      setFound(undefined)
    } finally {
      setBusy(false)
    }
  }
  if (found)
    return (
      <div className="mt-3 grid gap-3">
        <p>{words.isItYou}</p>
        <p className="text-lg font-semibold wrap-anywhere">{found.account_name}</p>
        <div className="flex flex-wrap gap-3">
          <Button busy={busy} onClick={() => void confirm(found)}>
            {words.yes}
          </Button>
          <Button look="outline" onClick={() => setFound(undefined)}>
            {words.no}
          </Button>
        </div>
      </div>
    )
  return (
    <LoadedPart loaded={banks} failed={words.notLoaded} skeleton={<Skeleton className="mt-3 block h-40" />}>
      {({ items }) => <NumberForm banks={items} bearer={bearer} onFound={setFound} onClose={onClose} />}
    </LoadedPart>
  )
}

interface NumberFormProps {
  banks: CallReply<'GET /api/banks'>['items']
  bearer: Bearer
  onFound: (found: Typed) => void
  onClose: () => void
}

function NumberForm({ banks, bearer, onFound, onClose }: NumberFormProps) {
  const { busy, faults, onSubmit, field } = useForm({
    names: ['bank_code', 'account_number'],
    check: (typed) => ({
      bank_code: typed('bank_code') === '' ? words.bankMissing : undefined,
      account_number: /^\d{10}$/.test(digitsOf(typed('account_number'))) ? undefined : words.numberWrong,
    }),
    async send(typed) {
      const body = { bank_code: typed('bank_code'), account_number: digitsOf(typed('account_number')) }
      try {
        onFound({ ...body, ...(await call('POST /api/banks/account-name', { body, bearer })) })
      } catch (problem) {
        failWithToast(words.notFound, problem)
      }
    },
  })
  return (
    <form onSubmit={onSubmit} noValidate className="mt-3 grid gap-4" aria-label={words.title}>
      <Field label={words.bank} error={faults.bank_code}>
        {(control) => (
          <Select {...control} name="bank_code" defaultValue="">
            <option value="">{words.chooseBank}</option>
            {banks.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <TextField
        {...field('account_number')}
        label={words.number}
        hint={words.numberHint}
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          {busy ? words.asking : words.next}
        </Button>
        <Button look="outline" onClick={onClose}>
          {words.cancel}
        </Button>
      </div>
    </form>
  )
}

const digitsOf = (typed: string) => typed.replaceAll(/[\s-]/g, '')
