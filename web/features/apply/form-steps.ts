/** The form in steps: which fields each step has, and which step can be shown. The order of the rules is in the contract. */
import { ACCOUNT_FIELDS, REQUIRED_FIELDS, type RequiredField } from '../../../contract/aid/registration-rules.ts'
import type { TextField, Texts } from './draft.ts'

export const FORM_STEPS = ['who', 'need', 'papers', 'reach', 'check'] as const
export type FormStep = (typeof FORM_STEPS)[number]

export type FormName = RequiredField | 'amount_requested' | 'urgency'

const FIELDS: Readonly<Record<FormStep, readonly FormName[]>> = {
  who: ACCOUNT_FIELDS,
  need: ['aid_type', 'description', 'amount_requested', 'urgency'],
  papers: [],
  reach: ['phone', 'address'],
  check: [],
}

/** All fields, in the order of the steps. */
export const FORM_NAMES: readonly FormName[] = FORM_STEPS.flatMap((step) => FIELDS[step])

/** A signed-in user is not asked for the account. */
export function stepsOf(askAccount: boolean): readonly FormStep[] {
  return askAccount ? FORM_STEPS : FORM_STEPS.slice(1)
}

export function stepOf(name: FormName): FormStep {
  return FORM_STEPS.find((step) => FIELDS[step].includes(name)) ?? 'check'
}

/** The required fields that are checked when this step ends. The last step checks the whole form again. */
export function requiredIn(step: FormStep, askAccount: boolean): readonly RequiredField[] {
  const steps = step === 'check' ? stepsOf(askAccount) : [step]
  return REQUIRED_FIELDS.filter((name) => steps.includes(stepOf(name)))
}

/** No step opens while an earlier one is incomplete. The password is never stored, so it cannot be checked here. */
export function reachableStep(wanted: FormStep, steps: readonly FormStep[], texts: Texts): FormStep {
  const earlier = steps.slice(0, Math.max(0, steps.indexOf(wanted)))
  const isComplete = (step: FormStep) =>
    FIELDS[step].every((name) => !isKeptAndRequired(name) || (texts[name] ?? '').trim() !== '')
  return earlier.find((step) => !isComplete(step)) ?? (steps.includes(wanted) ? wanted : (steps[0] ?? wanted))
}

function isKeptAndRequired(name: FormName): name is FormName & TextField {
  return REQUIRED_FIELDS.some((field) => field === name) && name !== 'password' && name !== 'confirm_password'
}
