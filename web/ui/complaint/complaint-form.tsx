/** Sends a complaint, and shows its number once. */
import { useState, type ReactNode } from 'react'
import type { Bearer } from '../../api/authorization.ts'
import { ApiProblem, call, type CallReply } from '../../api/client.ts'
import { problemSentence } from '../../api/problem-sentence.ts'
import { refusedFields } from '../../api/refused-fields.ts'
import { createSender } from '../../api/send-once.ts'
import { formatDayAndTime } from '../../lib/format-date.ts'
import { showToast } from '../../lib/toast-store.ts'
import { useForm } from '../../lib/use-form.ts'
import { useKeptText } from '../../lib/use-kept-text.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { CodeField, SlipField } from '../slip-fields.tsx'
import { complaints as names } from '#words/aid/complaint-names.ts'
import { complain as words } from '#words/aid/complain.ts'
import { checkComplaint, COMPLAINT_NAMES, ComplaintCode, ComplaintFields, readComplaint } from './complaint-fields.tsx'

type Received = CallReply<'POST /api/complaints'>

/** The request of the recipient who complains, signed in. */
interface OwnRequest {
  readonly id: string
  readonly bearer: Bearer
}

const FIELDS = [...COMPLAINT_NAMES, 'slip', 'code'] as const
type Name = (typeof FIELDS)[number]
type Content = ReturnType<typeof readComplaint> & { slip?: { number: string; code: string } }

const createComplaintSender = (own: OwnRequest | undefined) =>
  createSender(({ contact, ...content }: Content, idempotencyKey): Promise<Received> => {
    if (!own) return call('POST /api/complaints', { body: { ...content, contact }, idempotencyKey })
    const { kind, about, text } = content
    const params = { id: own.id }
    const body = { kind, about, text }
    return call('POST /api/applications/:id/complaints', { params, bearer: own.bearer, body, idempotencyKey })
  })

export function ComplaintForm({ own, onSent }: { own?: OwnRequest; onSent: (received: Received) => void }) {
  const hydrated = useHydrated()
  const [send] = useState(() => createComplaintSender(own))
  const { view } = useLoaded((signal) => call('GET /api/complaints/focal-person', { signal }))
  const focal = view.is === 'there' ? view.value.full_name : undefined
  const textRef = useKeptText(own && `complaint-${own.id}`)
  const form = useForm<Name>({
    names: FIELDS,
    check(typed) {
      const [slip, code] = [typed('slip').trim(), typed('code').trim()]
      return {
        ...checkComplaint(typed),
        ...(slip === '' && code !== '' && { slip: words.slipMissing }),
        ...(slip !== '' && code === '' && { code: words.slipCodeMissing }),
      }
    },
    async send(typed) {
      const slip = typed('slip').trim()
      try {
        onSent(await send({ ...readComplaint(typed), ...(slip && { slip: { number: slip, code: typed('code') } }) }))
        return undefined
      } catch (problem) {
        console.warn(words.notSent, problem)
        const refused = refusedFields(problem, FIELDS)
        if (Object.keys(refused).length > 0) return refused
        if (problem instanceof ApiProblem && problem.code === 'code_not_accepted')
          return { code: problemSentence(problem) }
        showToast({ kind: 'destructive', title: words.notSent, description: problemSentence(problem) })
        return undefined
      }
    },
  })
  return (
    <form onSubmit={form.onSubmit} noValidate className="mt-4 grid gap-5">
      {/* Both have a place, so that nothing moves once the name is known. */}
      <div className="grid">
        <p className={`col-start-1 row-start-1 ${typeof focal === 'string' ? '' : 'invisible'}`}>
          {words.reads(focal ?? words.someone)}
        </p>
        <p className={`col-start-1 row-start-1 ${focal === null ? '' : 'invisible'}`}>{words.noFocal}</p>
      </div>
      <ComplaintFields {...{ focal, textRef }} faults={form.faults} busy={form.busy} isSigned={own !== undefined} />
      {!own && (
        <details className="disclosure" open={form.faults.slip !== undefined || form.faults.code !== undefined}>
          <summary>{words.slipTitle}</summary>
          <div className="disclosure-content grid gap-4">
            <p className="text-soft">{words.slipLead}</p>
            <SlipField label={words.slip} name="slip" error={form.faults.slip} />
            <CodeField label={words.slipCode} name="code" error={form.faults.code} />
          </div>
        </details>
      )}
      <Button type={hydrated ? 'submit' : 'button'} busy={form.busy} className="w-full sm:w-60">
        {form.busy ? words.sending : words.send}
      </Button>
    </form>
  )
}

interface ComplaintDialogProps {
  received: Received
  onClose: () => void
}

/** The number of a complaint that was just sent, and until when it holds payouts. Only its button closes it: no one can show the number again. */
export function ComplaintSent({ received: { code, held_until: until }, onClose }: ComplaintDialogProps): ReactNode {
  return (
    <Dialog title={words.sentTitle} lead={`${names.codeTitle}. ${names.codeLead}`}>
      <ComplaintCode code={code} />
      {until !== null && <p className="mt-4">{words.heldUntil(formatDayAndTime(until))}</p>}
      <Button onClick={onClose} className="mt-6 w-full">
        {words.close}
      </Button>
    </Dialog>
  )
}

/** The form of the public page, empty again once the number was written down. */
export function PublicComplaint() {
  const [received, setReceived] = useState<Received>()
  const [sent, setSent] = useState(0)
  const onClose = () => {
    setReceived(undefined)
    setSent((times) => times + 1)
  }
  return (
    <>
      <ComplaintForm key={sent} onSent={setReceived} />
      {received && <ComplaintSent received={received} onClose={onClose} />}
    </>
  )
}
