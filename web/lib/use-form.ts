/**
 * A form of named lines: what is missing is said at each field and the first one gets the focus; while it is being sent
 * nothing can be sent twice; what was typed stays whatever happens.
 */
import { useRef, useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import { dismissToast } from './toast-store.ts'

/** What stands in a field, as it was typed. */
export type Typed<Name extends string> = (name: Name) => string
export type Faults<Name extends string> = Partial<Readonly<Record<Name, string | undefined>>>

interface FormRules<Name extends string> {
  /** In the order of the form. */
  names: readonly Name[]
  /** What can be said before anything is sent; empty when nothing is at fault. */
  check: (typed: Typed<Name>) => Faults<Name>
  /** Sends it. @returns what the server found at single fields, if anything */
  send: (typed: Typed<Name>) => Promise<Faults<Name> | undefined>
}

export function useForm<Name extends string>({ names, check, send }: FormRules<Name>) {
  const [faults, setFaults] = useState<Faults<Name>>({})
  const [busy, setBusy] = useState(false)
  // A second press may come before the first has been drawn.
  const underWay = useRef(false)

  const show = (form: HTMLFormElement, found: Faults<Name>) => {
    // Drawn before the focus moves, so that a screen reader finds the fault beside the field.
    flushSync(() => setFaults(found))
    const first = names.find((name) => found[name] !== undefined)
    const control = first === undefined ? null : form.elements.namedItem(first)
    if (control instanceof HTMLElement) control.focus()
  }
  const submit = async (form: HTMLFormElement) => {
    if (underWay.current) return
    dismissToast()
    const typed = reader<Name>(form)
    const found = check(typed)
    show(form, found)
    if (names.some((name) => found[name] !== undefined)) return
    underWay.current = true
    setBusy(true)
    try {
      const refused = await send(typed)
      if (refused) show(form, refused)
    } finally {
      underWay.current = false
      setBusy(false)
    }
  }
  return {
    busy,
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      void submit(event.currentTarget)
    },
    /** What a field of the form is given. */
    field: (name: Name) => ({
      name,
      error: faults[name],
      readOnly: busy,
      required: true,
      onInput: () => {
        if (faults[name] !== undefined) setFaults((known) => ({ ...known, [name]: undefined }))
      },
    }),
  }
}

function reader<Name extends string>(form: HTMLFormElement): Typed<Name> {
  const data = new FormData(form)
  return (name) => {
    const value = data.get(name)
    return typeof value === 'string' ? value : ''
  }
}
