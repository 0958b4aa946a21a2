/**
 * Asks how the applicant wants to receive what was granted. For an account in two steps: the bank and the number, then the name that the
 * bank gives for them.
 */
import { useState, type ReactNode } from 'react'
import {
  RECEIVER_NAME_CHARACTERS_MAX,
  RELATIONS,
  VENDOR_KINDS,
  VENDOR_NAME_CHARACTERS_MAX,
} from '../../../contract/aid/payee-fields.ts'
import { SANDBOX_ACCOUNT_NAMES } from '../../../contract/money/sandbox-accounts.ts'
import type { Bearer } from '../../api/authorization.ts'
import { call, type CallReply } from '../../api/client.ts'
import { useAct } from '../../lib/use-act.ts'
import { failWithToast } from '../../lib/fail-with-toast.ts'
import { showToast } from '../../lib/toast-store.ts'
import { useForm, type Typed } from '../../lib/use-form.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { LoadedPart } from '../../ui/loaded-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ownReceiving as words } from '#words/aid/award.ts'
import { SelectField } from '../../ui/select.tsx'

const WAYS = ['account', 'guardian', 'vendor', 'cash'] as const
type Way = (typeof WAYS)[number]
type BankWay = Exclude<Way, 'cash'>

interface ReceivingFormProps {
  applicationId: string
  bearer: Bearer
  onSaved: () => void
  onClose: () => void
}

/** The account as typed, and the name that the bank gives. */
interface Found {
  readonly way: BankWay
  readonly bank_code: string
  readonly account_number: string
  readonly account_name: string
  readonly who: string
  readonly choice: string
}

export function ReceivingForm({ applicationId, bearer, onSaved, onClose }: ReceivingFormProps) {
  const [way, setWay] = useState<Way>('account')
  const [found, setFound] = useState<Found>()
  const [asked, setAsked] = useState<Found>()
  const { busy, run } = useAct()
  const banks = useLoaded((signal) => call('GET /api/banks', { bearer, signal }))
  const save = async (send: () => Promise<unknown>) => {
    const finish = async () => {
      await send()
      showToast({ kind: 'plain', title: words.saved })
      onSaved()
    }
    if (!(await run(words.notSaved, finish, failWithToast))) setFound(undefined)
  }
  const keep = (answer: Found) => {
    setFound(answer)
    setAsked(answer)
  }
  const params = { id: applicationId }
  // Another way may be chosen before the name comes.
  if (found?.way === way) {
    const confirm = () => void save(() => sendAccount(found, { params, bearer }))
    return (
      <IsIt way={found.way} name={found.account_name} busy={busy} onYes={confirm} onNo={() => setFound(undefined)} />
    )
  }
  const choice = (
    <SelectField
      label={words.way}
      name="way"
      value={way}
      onChange={({ target }) => setWay(WAYS.find((each) => each === target.value) ?? way)}
      options={WAYS.map((each) => [each, words.ways[each]])}
    />
  )
  if (way === 'cash')
    return (
      <div className="mt-3 grid gap-4">
        {choice}
        <p className="text-soft">{words.cashHint}</p>
        <div className="flex flex-wrap gap-3">
          <Button
            busy={busy}
            onClick={() => void save(() => call('POST /api/applications/:id/payee/cash', { params, bearer }))}
          >
            {busy ? words.sending : words.askForCash}
          </Button>
          <Button look="outline" onClick={onClose}>
            {words.cancel}
          </Button>
        </div>
      </div>
    )
  return (
    <LoadedPart loaded={banks} failed={words.notLoaded} skeleton={<Skeleton className="mt-3 block h-40" />}>
      {({ items }) => (
        <NumberForm banks={items} bearer={bearer} way={way} typed={asked} onFound={keep} onClose={onClose}>
          {choice}
        </NumberForm>
      )}
    </LoadedPart>
  )
}

interface IsItProps {
  way: BankWay
  /** As the bank gives it. */
  name: string
  busy: boolean
  onYes: () => void
  onNo: () => void
}

function IsIt({ way, name, busy, onYes, onNo }: IsItProps) {
  return (
    <div className="mt-3 grid gap-3">
      <p>{words.isIt[way]}</p>
      <p className="text-lg font-semibold wrap-anywhere">{name}</p>
      <div className="flex flex-wrap gap-3">
        <Button busy={busy} onClick={onYes}>
          {words.yes[way]}
        </Button>
        <Button look="outline" onClick={onNo}>
          {words.no}
        </Button>
      </div>
    </div>
  )
}

interface Sending {
  readonly params: { readonly id: string }
  readonly bearer: Bearer
}

function sendAccount({ way, who, choice, ...account }: Found, { params, bearer }: Sending): Promise<unknown> {
  const kind = VENDOR_KINDS.find((each) => each === choice)
  const relation = RELATIONS.find((each) => each === choice)
  if (way === 'vendor' && kind)
    return call('POST /api/applications/:id/payee/vendor', { params, body: { kind, name: who, ...account }, bearer })
  const receiver = way === 'guardian' && relation ? { receiver: { name: who, relation } } : {}
  return call('POST /api/applications/:id/payee', { params, body: { ...account, ...receiver }, bearer })
}

interface NumberFormProps {
  banks: CallReply<'GET /api/banks'>['items']
  bearer: Bearer
  way: BankWay
  /** The account as typed before, which was not right. */
  typed: Found | undefined
  onFound: (found: Found) => void
  onClose: () => void
  /** The choice of the way. */
  children: ReactNode
}

type Name = 'choice' | 'who' | 'bank_code' | 'account_number'

/** Whom it goes to, where it is not the applicant: what they are, and their name. */
const OTHERS = {
  guardian: {
    choice: words.relation,
    options: RELATIONS.map((each) => [each, words.relations[each]] as const),
    who: words.receiverName,
    missing: words.receiverMissing,
    charactersMax: RECEIVER_NAME_CHARACTERS_MAX,
    hint: words.guardianHint,
  },
  vendor: {
    choice: words.vendorKind,
    options: VENDOR_KINDS.map((each) => [each, words.vendorKinds[each]] as const),
    who: words.vendorName,
    missing: words.vendorMissing,
    charactersMax: VENDOR_NAME_CHARACTERS_MAX,
    hint: words.checked,
  },
} as const

function NumberForm({ banks, bearer, way, typed: before, onFound, onClose, children }: NumberFormProps) {
  const other = way === 'account' ? undefined : OTHERS[way]
  const check = (typed: Typed<Name>) => ({
    choice: other && typed('choice') === '' ? words.notChosen : undefined,
    who: other && typed('who').trim() === '' ? other.missing : undefined,
    bank_code: typed('bank_code') === '' ? words.bankMissing : undefined,
    account_number: /^\d{10}$/.test(digitsOf(typed('account_number'))) ? undefined : words.numberWrong,
  })
  const { busy, faults, onSubmit, field } = useForm<Name>({
    names: ['choice', 'who', 'bank_code', 'account_number'],
    check,
    async send(typed) {
      const body = { bank_code: typed('bank_code'), account_number: digitsOf(typed('account_number')) }
      const said = other ? { who: typed('who').trim(), choice: typed('choice') } : { who: '', choice: '' }
      try {
        onFound({ way, ...body, ...said, ...(await call('POST /api/banks/account-name', { body, bearer })) })
      } catch (problem) {
        failWithToast(words.notFound, problem)
      }
      return undefined
    },
  })
  return (
    <form onSubmit={onSubmit} noValidate className="mt-3 grid gap-4" aria-label={words.title}>
      {children}
      {other && (
        <>
          <p className="text-soft">{other.hint}</p>
          <SelectField
            key={way}
            name="choice"
            label={other.choice}
            error={faults.choice}
            defaultValue=""
            none={words.chooseOne}
            options={other.options}
          />
          <TextField
            {...field('who')}
            label={other.who}
            defaultValue={before?.who ?? ''}
            autoComplete="off"
            maxLength={other.charactersMax}
          />
        </>
      )}
      <SelectField
        name="bank_code"
        label={words.bank}
        error={faults.bank_code}
        defaultValue={before?.bank_code ?? ''}
        none={words.chooseOne}
        options={banks.map(({ code, name }) => [code, name])}
      />
      <TextField
        {...field('account_number')}
        label={words.number}
        hint={words.numberHint}
        defaultValue={before?.account_number ?? ''}
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
      />
      <SandboxNames />
      <FormButtons busy={busy} onClose={onClose} />
    </form>
  )
}

function FormButtons({ busy, onClose }: { busy: boolean; onClose: () => void }) {
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" busy={busy}>
        {busy ? words.asking : words.next}
      </Button>
      <Button look="outline" onClick={onClose}>
        {words.cancel}
      </Button>
    </div>
  )
}

const SANDBOX_NAMES = SANDBOX_ACCOUNT_NAMES.map((name, digit) => `${digit} ${name}`).join(', ')

/** The document says the mode: the form is never in a page that is made in advance. */
function SandboxNames() {
  if (document.documentElement.dataset['mode'] !== 'sandbox') return null
  return <p className="text-sm text-soft">{words.sandbox(SANDBOX_NAMES)}</p>
}

const digitsOf = (typed: string) => typed.replaceAll(/[\s-]/g, '')
