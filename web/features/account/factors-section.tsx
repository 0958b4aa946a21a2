/** Two-step sign-in: lists, adds and removes second steps. */
import { useState } from 'react'
import type { Factor } from '@supabase/auth-js'
import { useConfig } from '../../api/config.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, SmallButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { showToast } from '../../lib/toast-store.ts'
import { account as words } from '#words/people/account.ts'
import { accountToasts as toasts } from '#words/people/account-toasts.ts'
import type { SignedIn } from '../../api/session/session.ts'
import { AddApp } from './add-app.tsx'
import { AddPhone } from './add-phone.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { RecoveryCodesCard } from './recovery-codes-card.tsx'
import { mustProveAddress, ProveAddress } from './prove-address.tsx'
import { kindOf, listFactors, nameOf, removeFactor } from './factors.ts'
import { LoadedPart } from '../../ui/loaded-part.tsx'
import { formatDay } from '../../lib/format-date.ts'
import { PartSkeleton, SectionLayout } from './section-layout.tsx'
import { useFocusBack } from '../../lib/use-focus-back.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { useConfirmation } from '../../ui/session/use-confirmation.tsx'

export function FactorsSection({ session }: { session: SignedIn }) {
  const loaded = useLoaded(listFactors)
  return (
    <SectionLayout section="two-step">
      <LoadedPart loaded={loaded} skeleton={<PartSkeleton section="two-step" />}>
        {(factors) => <Factors session={session} factors={factors} onChanged={loaded.reload} />}
      </LoadedPart>
    </SectionLayout>
  )
}

interface FactorsProps {
  session: SignedIn
  factors: Factor[]
  onChanged: () => void
}

function Factors({ session, factors, onChanged }: FactorsProps) {
  // Without text messages, a phone is not offered.
  const phoneFactor = useConfig()?.auth.phone_factor !== false
  const [adding, setAdding] = useState<'app' | 'phone'>()
  const [proving, setProving] = useState(false)
  const [removing, setRemoving] = useState<Factor>()
  const { place, focusBack } = useFocusBack()
  const begin = (kind: 'app' | 'phone') => {
    setProving(mustProveAddress(session))
    setAdding(kind)
  }
  const addition = {
    user: session.user,
    onCancel: () => focusBack(() => setAdding(undefined)),
    onAdded: () => {
      focusBack(() => setAdding(undefined))
      showToast({ kind: 'plain', title: toasts.factorAdded, description: toasts.factorAddedMore })
      onChanged()
    },
  }
  return (
    <div ref={place} tabIndex={-1} className="stack max-w-176 gap-6 outline-none">
      {factors.length === 0 && adding === undefined && (
        <EmptyState icon="shield" title={words.noFactor} text={words.noFactorMore} />
      )}
      {factors.length > 0 && (
        <Card title={words.factorsTitle} level={3}>
          <ul className="rows mt-3">
            {factors.map((factor) => (
              <FactorRow key={factor.id} factor={factor} onRemove={() => setRemoving(factor)} />
            ))}
          </ul>
        </Card>
      )}
      {factors.length > 0 && adding === undefined && <RecoveryCodesCard session={session} />}
      {factors.length === 1 && adding === undefined && (
        <Banner tone="note" title={words.oneFactorTitle}>
          {words.oneFactor}
        </Banner>
      )}
      {adding === undefined && (
        <div className="flex flex-wrap gap-3">
          <Button look={factors.length === 0 ? 'primary' : 'outline'} className="grow" onClick={() => begin('app')}>
            {words.addApp}
          </Button>
          {phoneFactor && (
            <Button look="outline" className="grow" onClick={() => begin('phone')}>
              {words.addPhone}
            </Button>
          )}
        </div>
      )}
      {adding !== undefined && proving && (
        <ProveAddress session={session} onCancel={addition.onCancel} onGoOn={() => setProving(false)} />
      )}
      {adding === 'app' && !proving && <AddApp {...addition} />}
      {adding === 'phone' && !proving && <AddPhone {...addition} />}
      {removing && (
        <RemoveDialog
          session={session}
          factor={removing}
          others={factors.filter(({ id }) => id !== removing.id)}
          onClose={() => focusBack(() => setRemoving(undefined))}
          onRemoved={onChanged}
        />
      )}
    </div>
  )
}

function FactorRow({ factor, onRemove }: { factor: Factor; onRemove: () => void }) {
  const name = nameOf(factor)
  return (
    <li className="row">
      <Icon name={factor.factor_type === 'phone' ? 'phone' : 'lock'} className="h-6 w-6 flex-none text-leaf" />
      <div className="row-text">
        <p className="font-semibold">{name}</p>
        <p className="text-sm text-soft">{words.addedOn(kindOf(factor), formatDay(factor.created_at))}</p>
      </div>
      <SmallButton aria-label={words.removeNamed(name)} onClick={onRemove}>
        {words.remove}
      </SmallButton>
    </li>
  )
}

interface RemoveDialogProps {
  session: SignedIn
  factor: Factor
  others: Factor[]
  onClose: () => void
  onRemoved: () => void
}

/**
 * Asks for another second step to confirm, if there is one: this proves that the user still has it, and this session then rests on
 * it, so that it does not end together with the removed one.
 */
function RemoveDialog({ session: { user }, factor, others, onClose, onRemoved }: RemoveDialogProps) {
  const { run, ask, step } = useConfirmation(others.length > 0 ? { ...user, factors: others } : user)
  const remove = async () => {
    if (others.length > 0 && !(await ask())) return
    if (!(await run(() => removeFactor(factor.id)))) return
    onClose()
    showToast({ kind: 'plain', title: toasts.factorRemoved })
    onRemoved()
  }
  return (
    <ConfirmDialog
      title={words.removeTitle(nameOf(factor))}
      lead={others.length > 0 ? words.removeOther : words.removeLast}
      confirm={words.remove}
      confirming={words.removing}
      keep={words.keep}
      onConfirm={remove}
      onClose={onClose}
      step={step}
    />
  )
}
