/** The form in steps: which fields each step has, and which step can be shown. The order of the rules is in the contract. */
import { ACCOUNT_FIELDS, REQUIRED_FIELDS, type RequiredField } from '../../../contract/aid/registration-rules.ts'
import type { TextField, Texts } from './draft.ts'

export type FormStep = 'who' | 'need' | 'amount' | 'papers' | 'reach' | 'check' | 'answer'

export type FormName = RequiredField | 'amount_requested' | 'urgency'

interface PlannedStep {
  readonly step: FormStep
  readonly names: readonly FormName[]
}
/** The steps of a form, in their order, with the fields of each. `check` checks all of them again. */
export type FormPlan = readonly PlannedStep[]

/** A signed-in user is not asked for the account. */
export const SIGNED_IN: FormPlan = [
  { step: 'need', names: ['aid_type', 'description', 'amount_requested', 'urgency'] },
  { step: 'papers', names: [] },
  { step: 'reach', names: ['phone', 'address'] },
  { step: 'check', names: [] },
]
export const WITH_ACCOUNT: FormPlan = [{ step: 'who', names: ACCOUNT_FIELDS }, ...SIGNED_IN]

/** All fields, in the order of the steps. */
export const FORM_NAMES: readonly FormName[] = WITH_ACCOUNT.flatMap(({ names }) => names)

export function stepOf(plan: FormPlan, name: FormName): FormStep {
  return plan.find(({ names }) => names.includes(name))?.step ?? 'check'
}

/** The required fields that are checked when this step ends. */
export function requiredIn(plan: FormPlan, step: FormStep): readonly RequiredField[] {
  const asked = new Set(plan.flatMap(({ names, ...each }) => (step === 'check' || each.step === step ? names : [])))
  return REQUIRED_FIELDS.filter((name) => asked.has(name))
}

/** No step opens while an earlier one is incomplete. The password is never stored, so it cannot be checked here. */
export function reachableStep(wanted: FormStep, plan: FormPlan, texts: Texts): FormStep {
  const place = plan.findIndex(({ step }) => step === wanted)
  const isComplete = ({ names }: PlannedStep) =>
    names.every((name) => !isKeptAndRequired(name) || (texts[name] ?? '').trim() !== '')
  const incomplete = plan.slice(0, Math.max(0, place)).find((each) => !isComplete(each))
  return (incomplete ?? plan[Math.max(0, place)])?.step ?? wanted
}

function isKeptAndRequired(name: FormName): name is FormName & TextField {
  return REQUIRED_FIELDS.some((field) => field === name) && name !== 'password' && name !== 'confirm_password'
}
