/**
 * The form of a request for aid (section 2 of the spec): with the account's fields for new users, without them for signed-in ones.
 * The browser holds what is typed, and the draft stores it.
 */
import { useRef, type ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { PrivacyNote } from '../../lib/privacy-note.tsx'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { aid as words } from '#words/aid.ts'
import { CaptchaField } from '../../ui/session/captcha-field.tsx'
import { useCaptcha } from '../../lib/use-captcha.ts'
import { AccountFields, NeedFields, ReachFields, type Known } from './aid-fields.tsx'
import type { AidRequest, AidState } from './aid-request.ts'
import { DocumentsField } from './documents-field.tsx'
import type { TextField } from './draft.ts'
import { DraftNote, KeepDraft } from './draft-note.tsx'
import { SendingStatus } from './sending-status.tsx'
import { useAidForm, useDraftTexts } from './use-aid-form.ts'

interface AidFormProps {
  request: AidRequest
  state: AidState
  askAccount: boolean
  /** Shown in place of the account's fields. */
  signedInAs?: string | undefined
  /** Details known already, which fill the form at first. */
  known?: Known
  /** Documents of earlier requests, to choose again. */
  earlier?: ReactNode
  /** Called when everything is done, if this form is still on the screen. */
  onDone?: () => void
}

export function AidForm({ request, state, askAccount, signedInAs, known, earlier, onDone }: AidFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const hydrated = useHydrated()
  const captcha = useCaptcha()
  const { busy, onSubmit, field } = useAidForm({ request, askAccount, captcha, onDone })
  useDraftTexts(form, request, state)
  const running = busy || state.run.is === 'running'
  const line = (name: Parameters<typeof field>[0]) => {
    const { onInput, ...rest } = field(name)
    return {
      ...rest,
      readOnly: running,
      label: words.labels[name],
      onInput(event: { currentTarget: { value: string } }) {
        onInput()
        if (isKept(name)) request.type(name, event.currentTarget.value)
      },
    }
  }
  return (
    <>
      <DraftNote request={request} state={state} />
      <form ref={form} onSubmit={onSubmit} noValidate className="aid-form">
        <p className="text-soft">{words.lead}</p>
        <KeepDraft request={request} state={state} form={form} />
        {askAccount && <AccountFields line={line} />}
        {signedInAs !== undefined && <p className="font-semibold break-words">{words.signedInAs(signedInAs)}</p>}
        <ReachFields line={line} {...(known && { known })} />
        <NeedFields line={line} />
        <DocumentsField
          title={words.labels.documents}
          note={words.optional}
          request={request}
          state={state}
          earlier={earlier}
        />
        <div className="grid gap-5">
          {askAccount && <CaptchaField captcha={captcha} />}
          <PrivacyNote about="aid" />
          <SendingStatus request={request} state={state} running={running} />
          <Button type={hydrated ? 'submit' : 'button'} busy={running} className="button-wide">
            {running ? words.sending : buttonText(state, askAccount)}
          </Button>
        </div>
      </form>
    </>
  )
}

function buttonText({ draft, run }: AidState, askAccount: boolean): string {
  if (run.is === 'failed' || (draft.progress.userId !== null && askAccount)) return words.continue
  return askAccount ? words.sendAccount : words.send
}

function isKept(name: string): name is TextField {
  return name !== 'password' && name !== 'confirm_password'
}
