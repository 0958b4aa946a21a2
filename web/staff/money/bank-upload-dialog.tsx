/** Uploads a bank statement: the bank and its file, then a preview, and only then it is saved. */
import { useId, useRef, useState, type FormEvent } from 'react'
import { BANK_CHARACTERS_MAX, STATEMENT_BYTES_MAX } from '../../../contract/money/bank-fields.ts'
import { ApiProblem, call } from '../../api/client.ts'
import { failWithToast } from '../../lib/fail-with-toast.ts'
import { showToast } from '../../lib/toast-store.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { forms } from '#words/office/administration.ts'
import { bank as words } from '#words/money/bank.ts'
import { useAdministration } from '../desk/administration.ts'
import type { Bank, HowToRead, StatementPreview as Preview } from './bank.ts'
import { BankPreview } from './bank-preview.tsx'
import type { DialogEnd } from '../desk/parts/opener.tsx'

interface Chosen extends HowToRead {
  bank: string
  /** In base64. */
  content: string
}

export function BankUploadDialog({ banks, onClose, onDone }: DialogEnd & Pick<Bank, 'banks'>) {
  const { bearer, onRefusal } = useAdministration()
  const [shown, setShown] = useState<{ chosen: Chosen; preview: Preview }>()
  const [errors, setErrors] = useState<{ bank?: string; file?: string }>({})
  const [busy, setBusy] = useState<'preview' | 'save'>()
  // A preview that was asked for before the file changed is not shown.
  const asked = useRef(0)
  const run = async (what: 'preview' | 'save', send: () => Promise<void>) => {
    setBusy(what)
    try {
      await send()
    } catch (problem) {
      if (onRefusal(problem)) return
      // The file's own fault is said at the file.
      if (problem instanceof ApiProblem && problem.code === 'statement_unreadable')
        setErrors({ file: problem.sentence ?? problem.message })
      else failWithToast(what === 'save' ? words.notSaved : words.notPreviewed, problem)
    } finally {
      setBusy(undefined)
    }
  }
  const preview = (chosen: Chosen) =>
    run('preview', async () => {
      asked.current += 1
      const mine = asked.current
      const found = await call('POST /api/admin/books/bank/preview', { body: chosen, bearer })
      if (mine !== asked.current) return
      setErrors({})
      setShown({ chosen, preview: found })
    })
  const save = (chosen: Chosen) =>
    run('save', async () => {
      const saved = await call('POST /api/admin/books/bank/statements', { body: chosen, bearer })
      const description = words.savedMore(saved.lines_added, saved.lines_matched)
      showToast({ kind: 'plain', title: words.saved, description })
      onClose()
      onDone()
    })
  return (
    <Dialog title={words.uploadTitle} lead={words.uploadLead} {...(busy !== 'save' && { onClose })}>
      <ChooseForm
        banks={banks}
        errors={errors}
        busy={busy === 'preview'}
        onErrors={setErrors}
        onChange={() => {
          asked.current += 1
          setShown(undefined)
        }}
        onChosen={(chosen) => void preview(chosen)}
      />
      {shown && (
        <BankPreview
          // Another preview begins with its own columns.
          key={JSON.stringify(shown.preview.columns)}
          preview={shown.preview}
          onAgain={(how) => void preview({ ...shown.chosen, ...how })}
        />
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        {shown && canSave(shown.preview) && (
          <Button className="grow" busy={busy === 'save'} onClick={() => void save(shown.chosen)}>
            {busy === 'save' ? words.saving : words.save(shown.preview.lines_added)}
          </Button>
        )}
        <Button look="outline" className="grow" onClick={onClose}>
          {forms.cancel}
        </Button>
      </div>
    </Dialog>
  )
}

const canSave = ({ lines, odd_rows: odd, date_order: order }: Preview) => lines > 0 && odd === 0 && order !== 'unclear'

interface ChooseFormProps {
  banks: Bank['banks']
  errors: { bank?: string; file?: string }
  busy: boolean
  onErrors: (errors: { bank?: string; file?: string }) => void
  /** Another bank or file: the preview no longer belongs to it. */
  onChange: () => void
  onChosen: (chosen: Chosen) => void
}

function ChooseForm({ banks, errors, busy, onErrors, onChange, onChosen }: ChooseFormProps) {
  const known = useId()
  const file = useRef<HTMLInputElement>(null)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = new FormData(event.currentTarget).get('bank')
    const bank = typeof name === 'string' ? name.trim() : ''
    const chosen = file.current?.files?.[0]
    const found = {
      ...(bank === '' && { bank: words.bankMissing }),
      ...(!chosen && { file: words.fileMissing }),
      ...(chosen && chosen.size > STATEMENT_BYTES_MAX && { file: words.fileTooLarge }),
    }
    onErrors(found)
    if (!chosen || Object.keys(found).length > 0) return
    const content = await readBase64(chosen)
    if (content === null) onErrors({ file: words.fileUnreadable })
    else onChosen({ bank, content })
  }
  return (
    <form className="mt-5 grid gap-5" onSubmit={(event) => void submit(event)} onChange={onChange} noValidate>
      <TextField
        label={words.bankName}
        hint={words.bankHint}
        error={errors.bank}
        name="bank"
        list={known}
        defaultValue={banks.length === 1 ? banks[0]?.name : ''}
        maxLength={BANK_CHARACTERS_MAX}
        autoComplete="off"
      />
      <datalist id={known}>
        {banks.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
      <Field label={words.file} hint={words.fileHint} error={errors.file}>
        {(control) => (
          <input
            {...control}
            ref={file}
            type="file"
            name="file"
            className="input bank-file"
            accept=".csv,.ofx,.txt,.qfx,text/csv"
          />
        )}
      </Field>
      <Button type="submit" look="outline" busy={busy}>
        {busy ? words.previewing : words.preview}
      </Button>
    </form>
  )
}

/** @returns null where the browser cannot read the file, such as one that was moved */
function readBase64(file: File): Promise<string | null> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      const address = typeof reader.result === 'string' ? reader.result : ''
      resolve(address.slice(address.indexOf(',') + 1))
    })
    reader.addEventListener('error', () => resolve(null))
    reader.readAsDataURL(file)
  })
}
