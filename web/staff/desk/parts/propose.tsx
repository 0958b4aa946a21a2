/** Proposes a decision with its reason. A second administrator confirms it (decision.tsx). */
import { useState } from 'react'
import type { Bearer } from '../../../api/authorization.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { proposals as words } from '#words/money/admin-reports.ts'
import { adminReportToasts as toasts } from '#words/money/admin-report-toasts.ts'
import { useAdministration } from '../administration.ts'
import { Opener, type DialogEnd } from './opener.tsx'
import { ReasonForm, type ReasonFormProps } from './reason-form.tsx'
import { useOutcome } from './use-outcome.ts'

interface ProposeDialogProps extends DialogEnd {
  title: string
  lead: string
  hint: string
  charactersMax: number
  send: (reason: string, bearer: Bearer) => Promise<unknown>
  /** Further fields, above, and their errors. */
  children?: ReasonFormProps['children']
  check?: ReasonFormProps['check']
}

export function ProposeDialog({ title, lead, hint, charactersMax, ...rest }: ProposeDialogProps) {
  const { send, onDone, onClose, children, check } = rest
  const { bearer } = useAdministration()
  const outcome = useOutcome()
  const [busy, setBusy] = useState(false)
  const propose = async (reason: string) => {
    setBusy(true)
    const isProposed = await outcome(send(reason, bearer), { done: toasts.proposed, failed: toasts.notProposed })
    setBusy(false)
    if (isProposed) {
      onClose()
      onDone()
    }
    return isProposed
  }
  return (
    <Dialog title={title} lead={lead} {...(!busy && { onClose })}>
      <ReasonForm
        label={words.reason}
        hint={hint}
        missing={words.reasonMissing}
        charactersMax={charactersMax}
        button={words.propose}
        onSend={propose}
        onClose={onClose}
        {...(check && { check })}
      >
        {children}
      </ReasonForm>
    </Dialog>
  )
}

interface DecisionsProps<Action extends string> extends Pick<ProposeDialogProps, 'hint' | 'charactersMax' | 'onDone'> {
  /** The possible decisions. */
  actions: readonly Action[]
  /** Object of the act, for the accessible names of the buttons. */
  name: string
  texts: {
    readonly actions: Readonly<Record<Action, string>>
    readonly actionOn: Readonly<Record<Action, (name: string) => string>>
    readonly dialogs: Readonly<Record<Action, { readonly title: string; readonly lead: string }>>
  }
  send: (action: Action, reason: string, bearer: Bearer) => Promise<unknown>
}

/** A button for each decision that can be proposed; each asks for the reason. */
export function Decisions<Action extends string>({ actions, name, texts, send, ...rest }: DecisionsProps<Action>) {
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      {actions.map((action) => (
        <Opener key={action} text={texts.actions[action]} aria-label={texts.actionOn[action](name)}>
          {(close) => (
            <ProposeDialog
              {...texts.dialogs[action]}
              {...rest}
              send={(reason, bearer) => send(action, reason, bearer)}
              onClose={close}
            />
          )}
        </Opener>
      ))}
    </div>
  )
}
