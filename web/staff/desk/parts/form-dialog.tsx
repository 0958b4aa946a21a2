/**
 * A dialog with a form: checks the fields, sends once, shows how it ended in a toast, and closes after success. A refusal leaves the
 * dialog open with everything typed, and focuses the first field that it names.
 */
import { Fragment, type ReactNode } from 'react'
import type { Bearer } from '../../../api/authorization.ts'
import { refusedFields } from '../../../api/refused-fields.ts'
import { useForm, type FormErrors, type Typed } from '../../../lib/use-form.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useAdministration } from '../administration.ts'
import { DialogButtons } from './dialog-buttons.tsx'
import type { FormField } from './form-fields.tsx'
import { useOutcome } from './use-outcome.ts'

type Form<Name extends string> = ReturnType<typeof useForm<Name>>

interface FormDialogProps<Name extends string, Reply> {
  title: string
  lead?: string
  /** In the order of the form. */
  fields?: readonly FormField<Name>[]
  /** The names of those that the children show, below. */
  names?: readonly Name[]
  /** Finds further errors before sending. */
  check?: (typed: Typed<Name>) => FormErrors<Name>
  words: {
    readonly button: string
    /** Instead of asking for a moment. */
    readonly busy?: string
    /** In place of Cancel, where the act itself is one. */
    readonly back?: string
    /** The title of each toast. */
    readonly done: string | ((reply: Reply) => string)
    readonly failed: string
  }
  send: (typed: Typed<Name>, bearer: Bearer) => Promise<Reply>
  /** Called after success, once it has closed. */
  onDone: (reply: Reply) => void
  /** Called after a refusal, where it ends the dialog: someone else may have acted meanwhile. */
  onRefused?: () => void
  onClose: () => void
  children?: ReactNode | ((form: Form<Name>) => ReactNode)
}

const NONE: readonly never[] = []
const NO_ERRORS = () => ({})

export function FormDialog<Name extends string, Reply>({
  title,
  lead,
  fields = NONE,
  names = NONE,
  check = NO_ERRORS,
  words,
  send,
  onDone,
  onRefused,
  onClose,
  children,
}: FormDialogProps<Name, Reply>) {
  const { bearer } = useAdministration()
  const outcome = useOutcome()
  const all = [...fields.map(({ name }) => name), ...names]
  const form = useForm<Name>({
    names: all,
    check: (typed) => {
      const further = check(typed)
      const own = fields.map(({ name, faultOf }) => [name, further[name] ?? faultOf(typed(name))] as const)
      return { ...further, ...Object.fromEntries(own) }
    },
    async send(typed) {
      let refused: FormErrors<Name> = {}
      const says = { done: '', failed: words.failed }
      const run = async () => {
        const reply = await send(typed, bearer)
        says.done = typeof words.done === 'string' ? words.done : words.done(reply)
        onClose()
        onDone(reply)
      }
      const sending = run().catch((problem: unknown) => {
        refused = refusedFields(problem, all)
        throw problem
      })
      if (!(await outcome(sending, says))) onRefused?.()
      return refused
    },
  })
  return (
    <Dialog title={title} {...(lead !== undefined && { lead })} {...(!form.busy && { onClose })}>
      <form onSubmit={form.onSubmit} noValidate className="mt-5 grid gap-4">
        {fields.map(({ name, show }) => (
          <Fragment key={name}>{show(form.field(name))}</Fragment>
        ))}
        {typeof children === 'function' ? children(form) : children}
        <DialogButtons text={words.button} busyText={words.busy} back={words.back} busy={form.busy} onClose={onClose} />
      </form>
    </Dialog>
  )
}
