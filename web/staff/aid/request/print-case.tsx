/** The print of a case: a sheet about the request, with the papers that are chosen, PDFs page by page. Recorded first. */
import { useState, type FormEvent } from 'react'
import type { ApplicationDetailsJson } from '../../../../contract/aid/admin.ts'
import { failWithToast } from '../../../lib/fail-with-toast.ts'
import { isShown } from '../../../lib/open-document.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { printing as words } from '#words/aid/review-print.ts'
import { review } from '#words/aid/review.ts'
import { useAdministration } from '../../desk/administration.ts'
import { DialogButtons } from '../../desk/parts/dialog-buttons.tsx'
import type { PdfFault } from '../papers/pdf-document.ts'
import type { Papers } from './papers.ts'
import { usePrintOnce } from './print-once.ts'
import { drawPapers, titleOf, type PrintedPaper } from './printed-papers.ts'

interface PrintCaseProps {
  details: ApplicationDetailsJson
  papers: Papers
  onRecord: () => Promise<unknown>
  /** Prints what was recorded. */
  onPrint: () => void
  /** It was printed, or given up. */
  onDone: () => void
}

export function PrintCase({ details, papers, onRecord, onPrint, onDone }: PrintCaseProps) {
  const { bearer, onRefusal } = useAdministration()
  const [faults, setFaults] = useState<ReadonlyMap<string, PdfFault>>(new Map())
  const [busy, setBusy] = useState(false)
  const [printed, setPrinted] = useState<{ papers: readonly PrintedPaper[]; hasNotes: boolean }>()
  const prepare = async (chosen: readonly string[], hasNotes: boolean) => {
    setBusy(true)
    try {
      const documents = details.documents.filter(({ id }) => chosen.includes(id))
      const drawn = await drawPapers(documents, papers, bearer)
      const faulty = drawn.flatMap((paper) => ('fault' in paper ? [[paper.id, paper.fault] as const] : []))
      setFaults(new Map(faulty))
      if (faulty.length > 0) return
      await onRecord()
      setPrinted({ papers: drawn.flatMap((paper) => ('pages' in paper ? [paper] : [])), hasNotes })
    } catch (problem) {
      if (!onRefusal(problem)) failWithToast(review.printNotReady, problem)
    } finally {
      setBusy(false)
    }
  }
  if (printed) return <Printed {...printed} onPrint={onPrint} onDone={onDone} />
  return (
    <PrintDialog
      details={details}
      faults={faults}
      busy={busy}
      onPrint={(chosen, hasNotes) => void prepare(chosen, hasNotes)}
      onClose={onDone}
    />
  )
}

interface PrintDialogProps {
  details: ApplicationDetailsJson
  /** Of papers that cannot be printed, by id. */
  faults: ReadonlyMap<string, PdfFault>
  busy: boolean
  /** @param papers their ids */
  onPrint: (papers: readonly string[], hasNotes: boolean) => void
  onClose: () => void
}

function PrintDialog({ details, faults, busy, onPrint, onClose }: PrintDialogProps) {
  const { documents, notes, case_number: caseNumber } = details
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [hasNotes, setHasNotes] = useState(false)
  const possible = documents.filter(isShown).map(({ id }) => id)
  const choose = (ids: readonly string[], isChosen: boolean) =>
    setChosen((known) => possible.filter((id) => (ids.includes(id) ? isChosen : known.includes(id))))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onPrint(chosen, hasNotes)
  }
  return (
    <Dialog title={words.title(caseNumber)} lead={words.lead} onClose={onClose}>
      <form onSubmit={submit} className="mt-4 grid gap-4">
        {documents.length > 0 && (
          <fieldset className="field grid gap-2" disabled={busy}>
            <legend className="field-label">{words.papers}</legend>
            {possible.length > 1 && (
              <Checkbox
                label={words.all}
                checked={chosen.length === possible.length}
                onChange={({ target }) => choose(possible, target.checked)}
              />
            )}
            {documents.map((document) => {
              const fault = faults.get(document.id)
              const hint = isShown(document) ? fault && words.faults[fault] : words.onlySaved
              return (
                <Checkbox
                  key={document.id}
                  label={titleOf(document)}
                  {...(hint !== undefined && { hint })}
                  disabled={!isShown(document)}
                  checked={chosen.includes(document.id)}
                  onChange={({ target }) => choose([document.id], target.checked)}
                />
              )
            })}
          </fieldset>
        )}
        {notes.length > 0 && (
          <Checkbox
            label={words.notes}
            hint={words.notesHint}
            disabled={busy}
            checked={hasNotes}
            onChange={({ target }) => setHasNotes(target.checked)}
          />
        )}
        <p role="alert">{faults.size > 0 && review.printNotReady}</p>
        <DialogButtons text={words.print} busyText={words.preparing} busy={busy} onClose={onClose} />
      </form>
    </Dialog>
  )
}

interface PrintedProps extends Pick<PrintCaseProps, 'onPrint' | 'onDone'> {
  papers: readonly PrintedPaper[]
  hasNotes: boolean
}

/** On paper only. It stays until the browser has printed, which on phones is after the call returns. */
function Printed({ papers, hasNotes, onPrint, onDone }: PrintedProps) {
  // A picture that is not decoded would be an empty page.
  const pictures = papers.flatMap(({ pages }) => pages.map(({ address }) => address))
  usePrintOnce(() => Promise.all(pictures.map(decode)), onPrint, onDone)
  return (
    <div className="print-only printed-papers" data-notes={hasNotes}>
      {papers.map(({ id, pages, left }) => (
        <section key={id}>
          {pages.map(({ title, address }) => (
            <figure key={title}>
              <figcaption>{title}</figcaption>
              <img src={address} alt={review.pictureOf(title)} />
            </figure>
          ))}
          {left !== undefined && <p>{left}</p>}
        </section>
      ))}
    </div>
  )
}

function decode(address: string): Promise<void> {
  const image = new Image()
  image.src = address
  return image.decode().catch(() => undefined)
}
