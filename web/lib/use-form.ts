/**
 * A form of named fields: each missing value is shown at its field and the first one gets the focus; while sending, nothing can be
 * sent twice; what was typed always stays.
 */
import { useRef, useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import { dismissToast } from './toast-store.ts'

/** The text of a field, as typed. */
export type Typed<Name extends string> = (name: Name) => string
export type FormErrors<Name extends string> = Partial<Readonly<Record<Name, string | undefined>>>

interface FormRules<Name extends string> {
  /** In the order of the form. */
  names: readonly Name[]
  /** The errors found before sending; an empty object without errors. */
  check: (typed: Typed<Name>) => FormErrors<Name>
  /** Shows a field that is hidden, and focuses it. */
  reveal?: (name: Name) => void
  /** Sends it. @returns the server's errors at single fields, if any */
  send: (typed: Typed<Name>) => Promise<FormErrors<Name> | undefined>
}

export function useForm<Name extends string>({ names, check, reveal, send }: FormRules<Name>) {
  const [faults, setFaults] = useState<FormErrors<Name>>({})
  const [busy, setBusy] = useState(false)
  // A second press may come before the first has been rendered.
  const underWay = useRef(false)

  const show = (form: HTMLFormElement, errors: FormErrors<Name>) => {
    // Rendered before the focus moves, so that a screen reader finds the error beside the field.
    flushSync(() => setFaults(errors))
    const first = names.find((name) => errors[name] !== undefined)
    const found = first === undefined ? null : form.elements.namedItem(first)
    const control = found instanceof RadioNodeList ? found[0] : found
    if (first === undefined || !(control instanceof HTMLElement)) return
    if (control.closest('[hidden]') && reveal) reveal(first)
    else control.focus()
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
    faults,
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      void submit(event.currentTarget)
    },
    /** The props of a field of the form. */
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
