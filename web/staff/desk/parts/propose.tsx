/** Proposes a decision with its reason. A second administrator confirms it (proposal.tsx). */
import { useState } from 'react'
import { SmallButton } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { proposals as words } from '#words/money/admin-reports.ts'
import { adminReportToasts as toasts } from '#words/money/admin-report-toasts.ts'
import { ReasonForm, type ReasonFormProps } from './reason-form.tsx'
import { useOutcome } from './use-outcome.ts'

/** Shows the outcome of a proposal. @returns a function that awaits the call, and returns whether it succeeded */
export function usePropose(onProposed: () => void): (proposing: Promise<unknown>) => Promise<boolean> {
  const outcome = useOutcome()
  return async (proposing) => {
    const isProposed = await outcome(proposing, { done: toasts.proposed, failed: toasts.notProposed })
    if (isProposed) onProposed()
    return isProposed
  }
}

interface ProposeDialogProps {
  title: string
  lead: string
  hint: string
  charactersMax: number
  /** Storage for an unsent reason. */
  draft?: ReasonFormProps['draft']
  send: (reason: string) => Promise<unknown>
  onProposed: () => void
  onClose: () => void
  /** Further fields, above, and their errors. */
  children?: ReasonFormProps['children']
  check?: ReasonFormProps['check']
}

export function ProposeDialog({ title, lead, hint, charactersMax, draft, ...rest }: ProposeDialogProps) {
  const { send, onProposed, onClose, children, check } = rest
  const propose = usePropose(onProposed)
  return (
    <Dialog title={title} lead={lead} onClose={onClose}>
      <ReasonForm
        label={words.reason}
        hint={hint}
        missing={words.reasonMissing}
        charactersMax={charactersMax}
        {...(draft && { draft })}
        button={words.propose}
        busyText={words.proposing}
        onSend={(reason) => propose(send(reason))}
        onClose={onClose}
        {...(check && { check })}
      >
        {children}
      </ReasonForm>
    </Dialog>
  )
}

interface DecisionsProps<Action extends string> extends Pick<
  ProposeDialogProps,
  'hint' | 'charactersMax' | 'onProposed'
> {
  /** The possible decisions. */
  actions: readonly Action[]
  /** Object of the act, for the accessible names of the buttons. */
  name: string
  texts: {
    readonly actions: Readonly<Record<Action, string>>
    readonly actionOn: Readonly<Record<Action, (name: string) => string>>
    readonly dialogs: Readonly<Record<Action, { readonly title: string; readonly lead: string }>>
  }
  send: (action: Action, reason: string) => Promise<unknown>
}

/** A button for each decision that can be proposed; each asks for the reason. */
export function Decisions<Action extends string>({
  actions,
  name,
  texts,
  send,
  onProposed,
  ...rest
}: DecisionsProps<Action>) {
  const [proposing, setProposing] = useState<Action>()
  return (
    <>
      <div className="mt-4 flex flex-wrap gap-3">
        {actions.map((action) => (
          <SmallButton key={action} aria-label={texts.actionOn[action](name)} onClick={() => setProposing(action)}>
            {texts.actions[action]}
          </SmallButton>
        ))}
      </div>
      {proposing !== undefined && (
        <ProposeDialog
          {...texts.dialogs[proposing]}
          {...rest}
          send={(reason) => send(proposing, reason)}
          onClose={() => setProposing(undefined)}
          onProposed={() => {
            setProposing(undefined)
            onProposed()
          }}
        />
      )}
    </>
  )
}
