/** The form of a request for aid: its rules, its draft, and its button. */
import { useEffect, useRef, type RefObject } from 'react'
import { mostOf } from '../../../contract/aid/application-fields.ts'
import { findRegistrationErrors } from '../../../contract/aid/registration-rules.ts'
import { showToast } from '../../lib/toast-store.ts'
import { useForm, type FormErrors, type Typed } from '../../lib/use-form.ts'
import type { Captcha } from '../../lib/use-captcha.ts'
import { emailError } from '../../lib/email-error.ts'
import { site } from '../../words/site.ts'
import type { AidRequest, AidState } from './aid-request.ts'
import { TEXT_FIELDS, type Draft, type TextField } from './draft.ts'
import { reopen } from './flow.ts'
import { FORM_NAMES, requiredIn, stepOf, type FormName, type FormPlan, type FormStep } from './form-steps.ts'
import { submit } from './submit.ts'
import { describeFormErrors } from './registration-errors.ts'
import type { FormSteps } from './use-form-steps.ts'

interface AidFormParts {
  request: AidRequest
  plan: FormPlan
  /** Whether the account's fields are shown. */
  askAccount: boolean
  captcha: Captcha
  onDone: (() => void) | undefined
  formSteps: FormSteps
}

export function useAidForm({ request, plan, askAccount, captcha, onDone, formSteps }: AidFormParts) {
  const { step, steps, forward, reveal } = formSteps
  const onScreen = useOnScreen()
  return useForm<FormName>({
    names: FORM_NAMES,
    reveal,
    check: (typed) => checkWithToast(typed, step, plan),
    async send(typed) {
      keepTexts(request, typed, plan)
      // Signed out: the account's step is first, whatever an earlier session had done.
      if (askAccount) request.setProgress(reopen(request.read().draft.progress, 'session'))
      if (step !== steps.at(-1)) {
        forward()
        return
      }
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

const isOfForm = (name: TextField): name is TextField & FormName => FORM_NAMES.some((each) => each === name)

/** All errors at once, at the fields and in the summary; the toast has the first one in the spec's order. */
function checkWithToast(typed: Typed<FormName>, step: FormStep, plan: FormPlan): FormErrors<FormName> {
  const isShown = (name: FormName) => step === 'check' || stepOf(plan, name) === step
  const values = Object.fromEntries(FORM_NAMES.filter(isShown).map((name) => [name, typed(name)]))
  const { toast, fields } = describeFormErrors(
    findRegistrationErrors(values, requiredIn(plan, step), mostOf(site.aid)),
    typed('amount_requested'),
  )
  if (toast) showToast({ kind: 'destructive', isAtFields: true, ...toast })
  if (!requiredIn(plan, step).includes('email')) return fields
  return { email: emailError(typed('email')), ...fields }
}

/** The draft takes every text before sending, including what the browser filled in without an event. */
function keepTexts(request: AidRequest, typed: Typed<FormName>, plan: FormPlan): void {
  const asked = new Set<string>(plan.flatMap(({ names }) => names))
  for (const name of TEXT_FIELDS) if (isOfForm(name) && asked.has(name)) request.type(name, typed(name))
}

/**
 * Puts the draft's texts into each field when it appears, unless something was typed there, and takes over text typed before this
 * script ran. Text that another tab has changed since replaces what is here. After each render, because fields come and go with the session.
 */
export function useDraftTexts(form: RefObject<HTMLFormElement | null>, request: AidRequest, { opened }: AidState) {
  const seen = useRef(new WeakSet<TextControl>())
  const before = useRef<Pick<Draft, 'key' | 'texts'>>(undefined)
  useEffect(() => {
    if (!opened) return
    const { key, texts } = request.read().draft
    const same = before.current?.key === key ? before.current.texts : texts
    before.current = { key, texts }
    for (const name of TEXT_FIELDS) {
      const control = form.current?.elements.namedItem(name)
      if (!isTextControl(control)) continue
      const isNew = !seen.current.has(control)
      seen.current.add(control)
      // Own typing is in the field already.
      if (!isNew && same[name] !== texts[name] && control.value !== (texts[name] ?? '')) put(control, texts[name] ?? '')
      else fillOne(control, name, request, isNew)
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
  if (kept !== '' && kept !== value && isUntouched) put(control, kept)
  else if (isNew && !isUntouched) request.type(name, value)
}

function put(control: TextControl, text: string): void {
  control.value = text
  // Notifies the field that counts its characters.
  control.dispatchEvent(new Event('input', { bubbles: true }))
}
