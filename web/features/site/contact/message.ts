/** A message to the team: its five fields, and the checks before sending. */
import type { CallRequest } from '../../../api/client.ts'
import { contact as words } from '#words/office/contact.ts'

export type Message = Omit<CallRequest<'POST /api/contact-messages'>['body'], 'privacy_version'>
export type FieldName = keyof Message

/** In the order of the form: the first field with an error gets the focus. */
export const FIELD_NAMES = ['first_name', 'last_name', 'email', 'subject', 'message'] as const satisfies FieldName[]

export type FormErrors = Partial<Readonly<Record<FieldName, string>>>

export function readMessage(form: HTMLFormElement): Message {
  const typed = new FormData(form)
  const text = (name: FieldName) => {
    const value = typed.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  return {
    first_name: text('first_name'),
    last_name: text('last_name'),
    email: text('email'),
    subject: text('subject'),
    message: text('message'),
  }
}

/** The server decides what a valid address is; this only catches obvious mistakes. */
export function faultsOf(message: Message): FormErrors {
  const faults: { [Name in FieldName]?: string } = {}
  for (const name of FIELD_NAMES) if (message[name] === '') faults[name] = words.missing[name]
  if (message.email !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(message.email)) faults.email = words.emailIncomplete
  return faults
}
