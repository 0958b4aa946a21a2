/** Sends a complaint, and shows its number once. */
import { useState } from 'react'
import { call } from '../../../api/client.ts'
import { problemSentence } from '../../../api/problem-sentence.ts'
import { refusedFields } from '../../../api/refused-fields.ts'
import { createSender } from '../../../api/send-once.ts'
import { showToast } from '../../../lib/toast-store.ts'
import { useForm } from '../../../lib/use-form.ts'
import { useLoaded } from '../../../lib/use-loaded.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { complaints as names } from '#words/aid/complaint-names.ts'
import { complain as words } from '#words/aid/complain.ts'
import { checkComplaint, COMPLAINT_NAMES, ComplaintCode, ComplaintFields, readComplaint } from './complaint-fields.tsx'

const createComplaintSender = () =>
  createSender((body: ReturnType<typeof readComplaint>, idempotencyKey) =>
    call('POST /api/complaints', { body, idempotencyKey }),
  )

export function ComplaintForm() {
  const [code, setCode] = useState<string>()
  const [sent, setSent] = useState(0)
  const [send] = useState(createComplaintSender)
  const { view } = useLoaded((signal) => call('GET /api/complaints/focal-person', { signal }))
  const isKnown = view.is === 'there'
  const focal = isKnown ? (view.value.full_name ?? undefined) : undefined
  const form = useForm({
    names: COMPLAINT_NAMES,
    check: checkComplaint,
    async send(typed) {
      try {
        setCode((await send(readComplaint(typed))).code)
        return undefined
      } catch (problem) {
        console.warn(words.notSent, problem)
        const refused = refusedFields(problem, COMPLAINT_NAMES)
        if (Object.keys(refused).length > 0) return refused
        showToast({ kind: 'destructive', title: words.notSent, description: problemSentence(problem) })
        return undefined
      }
    },
  })
  const close = () => {
    setCode(undefined)
    setSent((times) => times + 1)
  }
  return (
    <form key={sent} onSubmit={form.onSubmit} noValidate className="mt-4 grid gap-5">
      {/* Keeps its place until the name is known. */}
      <p className={isKnown ? '' : 'invisible'}>
        {isKnown && focal === undefined ? words.noFocal : words.reads(focal ?? words.someone)}
      </p>
      <ComplaintFields faults={form.faults} busy={form.busy} focal={focal} />
      <Button type="submit" busy={form.busy} className="w-full sm:w-60">
        {form.busy ? words.sending : words.send}
      </Button>
      {code !== undefined && (
        <Dialog title={words.sentTitle} lead={`${names.codeTitle}. ${names.codeLead}`} onClose={close}>
          <ComplaintCode code={code} />
          <Button onClick={close} className="mt-6 w-full">
            {words.close}
          </Button>
        </Dialog>
      )}
    </form>
  )
}
