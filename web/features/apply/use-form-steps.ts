/**
 * Keeps the open step of the form in the address, so that the browser's Back button goes a step back and a reload stays. The
 * focus follows: to the heading of the step, or to the field with an error.
 */
import { useEffect, useRef, type RefObject } from 'react'
import { useLocation, useNavigate } from '../../lib/router.tsx'
import { isRecord } from '../../api/is-record.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'
import type { AidState } from './aid-request.ts'
import { depthOf } from '../../lib/step-depth.ts'
import { reachableStep, stepOf, type FormName, type FormPlan, type FormStep } from './form-steps.ts'

export interface FormSteps {
  readonly steps: readonly FormStep[]
  readonly step: FormStep
  /** To the next step; after a change, back to the answers. */
  readonly forward: () => void
  readonly back: () => void
  /** From the answers to one of the steps, and back afterwards. */
  readonly change: (step: FormStep) => void
  /** To the step of a field, which then gets the focus. */
  readonly reveal: (name: FormName) => void
}

export function useFormSteps(
  form: RefObject<HTMLFormElement | null>,
  plan: FormPlan,
  { draft, run, opened }: AidState,
): FormSteps {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const hydrated = useHydrated()
  const steps = plan.map(({ step }) => step)
  const first = steps[0] ?? 'check'
  const wanted = steps.find((each) => each === new URLSearchParams(search).get('step')) ?? first
  // The prerendered page shows the first step. While sending, the progress is at the last one.
  const step = !hydrated
    ? first
    : run.is === 'running'
      ? (steps.at(-1) ?? first)
      : reachableStep(wanted, plan, draft.texts)
  const remembered = isRecord(state) ? state : {}

  const open = (to: FormStep, { replace = false, ...more }: { replace?: boolean; changing?: boolean } = {}) => {
    const asked = new URLSearchParams(search)
    asked.set('step', to)
    const pushed = replace ? {} : { after: step, depth: depthOf(state) + 1 }
    const stepState = { ...remembered, changing: false, ...pushed, ...more }
    void navigate({ pathname, search: asked.toString() }, { replace, keepsScroll: true, state: stepState })
  }
  const focusNext = useStepFocus(form, hydrated ? step : undefined)
  useAddressOf(!hydrated || !opened || step === wanted, () => open(step, { replace: true }))
  return {
    steps,
    step,
    forward: () => open(remembered.changing === true ? 'check' : (steps[steps.indexOf(step) + 1] ?? 'check')),
    back() {
      const before = steps[steps.indexOf(step) - 1] ?? first
      // The same entry of the history as the browser's own button, where there is one.
      if (remembered.after === before || remembered.changing === true) void navigate(-1)
      else open(before, { replace: true })
    },
    change: (to) => open(to, { changing: true }),
    reveal(name) {
      focusNext(name)
      open(stepOf(plan, name))
    },
  }
}

/** @returns a function that names the field which gets the focus with the next step, in place of its heading */
function useStepFocus(form: RefObject<HTMLFormElement | null>, step: FormStep | undefined): (name: FormName) => void {
  const shown = useRef<FormStep>(undefined)
  const field = useRef<FormName>(undefined)
  useEffect(() => {
    const moved = shown.current !== undefined && shown.current !== step
    shown.current = step
    if (!moved) return
    const control = field.current === undefined ? null : form.current?.elements.namedItem(field.current)
    field.current = undefined
    form.current?.scrollIntoView()
    if (control instanceof HTMLElement) control.focus()
    else form.current?.querySelector<HTMLElement>('fieldset:not([hidden]) h2')?.focus({ preventScroll: true })
  }, [form, step])
  return (name) => {
    field.current = name
  }
}

/**
 * The address names the step that is shown. An address of a step that cannot be shown yet would otherwise lead there in the middle of
 * typing what was missing, and what was sent from another step would not stay at the last one, where its outcome is.
 */
function useAddressOf(isKnown: boolean, open: () => void): void {
  const opening = useRef(open)
  useEffect(() => {
    opening.current = open
  })
  useEffect(() => {
    if (!isKnown) opening.current()
  }, [isKnown])
}
