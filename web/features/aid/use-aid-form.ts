/** The form of a request for aid: its rules, its draft, and its button. */
import { useEffect, useRef, type RefObject } from 'react'
import { ACCOUNT_FIELDS, findRegistrationError, REQUIRED_FIELDS } from '../../../contract/registration-rules.ts'
import { showToast } from '../../lib/toast-store.ts'
import { useForm, type FormErrors, type Typed } from '../../lib/use-form.ts'
import type { Captcha } from '../../lib/use-captcha.ts'
import { emailError } from '../../lib/email-error.ts'
import type { AidRequest, AidState } from './aid-request.ts'
import { TEXT_FIELDS, type TextField } from './draft.ts'
import { reopen } from './flow.ts'
import { submit } from './submit.ts'
import { describeFormError } from './registration-errors.ts'

const NAMES = [...REQUIRED_FIELDS, 'amount_requested', 'urgency'] as const
export type FormName = (typeof NAMES)[number]

interface AidFormParts {
  request: AidRequest
  /** Whether the account's fields are shown. */
  askAccount: boolean
  captcha: Captcha
  onDone: (() => void) | undefined
}

export function useAidForm({ request, askAccount, captcha, onDone }: AidFormParts) {
  const onScreen = useOnScreen()
  const asked = REQUIRED_FIELDS.filter((name) => askAccount || !isAccountField(name))
  return useForm<FormName>({
    names: NAMES,
    check: (typed) => checkWithToast(typed, asked, askAccount),
    async send(typed) {
      keepTexts(request, typed, askAccount)
      const { done, faults } = await submit(request, askAccount ? { password: typed('password'), captcha } : null)
      // After leaving the page the user stays where they are, and the toast is enough.
      if (done !== null && onScreen.current) onDone?.()
      return faults
    },
  })
}

/** Whether the component is still on the screen after a wait. */
export function useOnScreen(): RefObject<boolean> {
  const onScreen = useRef(true)
  useEffect(() => {
    onScreen.current = true
    return () => {
      onScreen.current = false
    }
  }, [])
  return onScreen
}

function isAccountField(name: string): boolean {
  return ACCOUNT_FIELDS.some((field) => field === name)
}

function checkWithToast(
  typed: Typed<FormName>,
  asked: readonly (typeof REQUIRED_FIELDS)[number][],
  askAccount: boolean,
): FormErrors<FormName> {
  const values = Object.fromEntries(NAMES.map((name) => [name, typed(name)]))
  const fault = findRegistrationError(values, asked)
  if (fault) {
    const { toast, fields } = describeFormError(fault)
    showToast({ kind: 'destructive', ...toast })
    return fields
  }
  return askAccount ? { email: emailError(typed('email')) } : {}
}

/** The draft takes every text before sending, including what the browser filled in without an event. */
function keepTexts(request: AidRequest, typed: Typed<FormName>, askAccount: boolean): void {
  for (const name of TEXT_FIELDS) {
    if (name !== 'message' && (askAccount || !isAccountField(name))) request.type(name, typed(name))
  }
  // Signed out: the account's step is first, whatever an earlier session had done.
  if (askAccount) request.setProgress(reopen(request.read().draft.progress, 'session'))
}

/**
 * Puts the draft's texts into each field when it appears, unless something was typed there, and takes over text typed before this
 * script ran. After each render, because fields come and go with the session.
 */
export function useDraftTexts(form: RefObject<HTMLFormElement | null>, request: AidRequest, { opened }: AidState) {
  const seen = useRef(new WeakSet<TextControl>())
  useEffect(() => {
    if (!opened) return
    for (const name of TEXT_FIELDS) {
      const control = form.current?.elements.namedItem(name)
      if (!isTextControl(control)) continue
      fillOne(control, name, request, !seen.current.has(control))
      seen.current.add(control)
    }
  })
}

type TextControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

function isTextControl(control: unknown): control is TextControl {
  return (
    control instanceof HTMLInputElement ||
    control instanceof HTMLTextAreaElement ||
    control instanceof HTMLSelectElement
  )
}

function fillOne(control: TextControl, name: TextField, request: AidRequest, isNew: boolean): void {
  const kept = request.read().draft.texts[name] ?? ''
  const { value } = control
  const given = control instanceof HTMLSelectElement ? '' : control.defaultValue
  const isUntouched = value === '' || value === given
  if (kept !== '' && kept !== value && isUntouched) {
    control.value = kept
    // Notifies the field that counts its characters.
    control.dispatchEvent(new Event('input', { bubbles: true }))
  } else if (isNew && !isUntouched) request.type(name, value)
}
