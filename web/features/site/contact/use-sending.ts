/** Sends the message once, however bad the connection and however often the button is pressed. */
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { shownVersion } from '../../../words/site.ts'
import { ApiProblem, call } from '../../../api/client.ts'
import { problemSentence } from '../../../api/problem-sentence.ts'
import { refusedFields } from '../../../api/refused-fields.ts'
import { createSender } from '../../../api/send-once.ts'
import { dismissToast, showToast } from '../../../lib/toast-store.ts'
import { contact as words } from '#words/office/contact.ts'
import { FIELD_NAMES, faultsOf, readMessage, type FieldName, type FormErrors, type Message } from './message.ts'

function createMessageSender() {
  return createSender((message: Message, idempotencyKey) =>
    call('POST /api/contact-messages', {
      body: { ...message, privacy_version: shownVersion('privacy') },
      idempotencyKey,
    }),
  )
}

/** @param onSent called when the server has the message; the form is empty by then */
export function useSending(onSent: () => void) {
  const [faults, setFaults] = useState<FormErrors>({})
  const [sending, setSending] = useState(false)
  const [send] = useState(createMessageSender)
  // A second press may come before the first has been rendered.
  const underWay = useRef(false)

  const show = (form: HTMLFormElement, found: FormErrors) => {
    // Rendered before the focus moves, so that a screen reader finds the error beside the field.
    flushSync(() => setFaults(found))
    focusFirst(form, found)
  }

  const submit = async (form: HTMLFormElement) => {
    if (underWay.current) return
    const message = readMessage(form)
    const found = faultsOf(message)
    show(form, found)
    if (Object.keys(found).length > 0) return
    underWay.current = true
    setSending(true)
    dismissToast()
    try {
      await send(message)
      form.reset()
      onSent()
    } catch (problem) {
      console.warn('The message could not be sent.', problem)
      const refused = refusedFields(problem, FIELD_NAMES)
      if (Object.keys(refused).length > 0) show(form, refused)
      else
        showToast({
          kind: 'destructive',
          title: words.notSent,
          description: `${adviceOn(problem)} ${words.textIsKept}`,
        })
    } finally {
      underWay.current = false
      setSending(false)
    }
  }
  const clearFault = (name: FieldName) => setFaults(({ [name]: _cleared, ...others }) => others)
  return { faults, sending, submit, clearFault }
}

function adviceOn(problem: unknown): string {
  if (problem instanceof ApiProblem && problem.code === 'rate_limited' && problem.retryAfter !== undefined)
    return words.waitFirst(problem.retryAfter)
  return problemSentence(problem)
}

function focusFirst(form: HTMLFormElement, faults: FormErrors): void {
  const first = FIELD_NAMES.find((name) => faults[name] !== undefined)
  const control = first === undefined ? null : form.elements.namedItem(first)
  if (control instanceof HTMLElement) control.focus()
}
