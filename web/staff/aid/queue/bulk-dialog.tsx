/** One change of the selected rows: chosen, then tried dry, then made. Loaded with the first change. */
import './bulk-dialog.css'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { ReviewedApplicationJson } from '../../../../contract/aid/admin.ts'
import type { RejectionReason } from '../../../../contract/aid/reason-fields.ts'
import { errors, isErrorCode, type ErrorCode } from '../../../../contract/platform/errors.ts'
import type { Bearer } from '../../../api/authorization.ts'
import { call } from '../../../api/client.ts'
import { useLoaded } from '../../../lib/use-loaded.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { LoadedPart } from '../../../ui/loaded-part.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { SelectField } from '../../../ui/select.tsx'
import { Button } from '../../../ui/button.tsx'
import { bulkDialog as words } from '#words/aid/admin-bulk.ts'
import { useAdministration } from '../../desk/administration.ts'
import { useFailureToast } from '../../desk/parts/use-failure-toast.ts'
import { PreviewedLetter } from '../request/previewed-letter.tsx'
import type { Template } from '../templates/template.ts'
import {
  type BulkChange,
  type BulkDone,
  type BulkKind,
  type BulkOutcome,
  type ChosenChange,
  doneOf,
  sendChange,
} from './bulk-changes.ts'
import { AssignForm } from './row-actions.tsx'

type Rows = readonly ReviewedApplicationJson[]

interface BulkDialogProps {
  kind: BulkKind
  rows: Rows
  onDone: (done: BulkDone) => void
  onClose: () => void
}

/** Result of the dry run. */
interface Tried {
  readonly change: ChosenChange
  readonly outcome: BulkOutcome
}

export function BulkDialog({ kind, rows, onDone, onClose }: BulkDialogProps) {
  const { bearer } = useAdministration()
  const onProblem = useFailureToast(words.failed)
  // The rows as they were when the dialog was opened: one that a colleague changes meanwhile is refused.
  const [seen] = useState(rows)
  const [tried, setTried] = useState<Tried>()
  const [busy, setBusy] = useState(false)
  const run = async (change: ChosenChange, isDry: boolean) => {
    if (busy) return
    setBusy(true)
    try {
      const outcome = await sendChange(seen, change, { bearer, isDry })
      if (isDry) return setTried({ change, outcome })
      onDone(doneOf(seen, change, outcome))
    } catch (problem) {
      onProblem(problem)
    } finally {
      setBusy(false)
    }
  }
  const send = (change: ChosenChange) => void run(change, false)
  const lead = kind === 'assign' ? {} : { lead: words.leads[kind] }
  return (
    <Dialog title={words.titles[kind](seen.length)} {...(!busy && { onClose })} {...lead}>
      {tried ? (
        <DryRun
          rows={seen}
          outcome={tried.outcome}
          busy={busy}
          onSend={() => send(tried.change)}
          onBack={() => setTried(undefined)}
          back={words.back}
        />
      ) : (
        <div className="mt-4 grid gap-3">
          {kind === 'assign' ? (
            <AssignForm owner={null} isFirst onAssign={(to) => run({ kind, to }, true)} />
          ) : (
            <TriedAtOnce kind={kind} rows={seen} busy={busy} onSend={send} onClose={onClose} />
          )}
        </div>
      )}
    </Dialog>
  )
}

interface TriedAtOnceProps {
  kind: ClosingKind
  rows: Rows
  busy: boolean
  onSend: (change: ChosenChange) => void
  onClose: () => void
}

/** A change with nothing to choose. */
function TriedAtOnce({ kind, rows, busy, onSend, onClose }: TriedAtOnceProps) {
  const { bearer } = useAdministration()
  const loaded = useLoaded(
    async (signal): Promise<Tried & { readonly closing: Closing }> => {
      const closing = await closingWords(kind, { bearer, signal })
      const change = { kind, template_versions: closing.versions }
      return { change, outcome: await sendChange(rows, change, { bearer, isDry: true }), closing }
    },
    { onProblem: useFailureToast(words.notTried) },
  )
  return (
    <LoadedPart loaded={loaded} failed={words.notTried} skeleton={<Skeleton className="block h-24" />}>
      {({ change, outcome, closing }) => (
        <DryRun
          rows={rows}
          outcome={outcome}
          busy={busy}
          sendWords={words.close}
          sentences={{ not_closable: words.notClosable[kind] }}
          onSend={() => onSend(change)}
          onBack={onClose}
          back={words.cancel}
        >
          <ClosingLetters rows={rows} outcome={outcome} closing={closing} />
        </DryRun>
      )}
    </LoadedPart>
  )
}

type ClosingKind = 'close_duplicate' | 'close_unanswered'

const REASONS: Readonly<Record<ClosingKind, RejectionReason>> = {
  close_duplicate: 'duplicate',
  close_unanswered: 'no_answer',
}

interface Closing {
  /** One for each kind of aid. */
  readonly templates: readonly Template[]
  readonly versions: NonNullable<Extract<BulkChange, { kind: ClosingKind }>['template_versions']>
}

/** The words that close requests, and their versions: no other words are sent. */
async function closingWords(
  kind: ClosingKind,
  request: { readonly bearer: Bearer; readonly signal: AbortSignal },
): Promise<Closing> {
  const { items } = await call('GET /api/admin/reason-templates', { query: {}, ...request })
  const templates = items.filter((each) => each.kind === 'rejection' && each.reason_code === REASONS[kind])
  return {
    templates,
    versions: Object.fromEntries(templates.map((each) => [each.application_type, each.version])),
  }
}

interface ClosingLettersProps {
  rows: readonly ReviewedApplicationJson[]
  outcome: BulkOutcome
  closing: Closing
}

/** The exact words that applicants read when their requests are closed, filled for each of them. */
function ClosingLetters({ rows, outcome, closing }: ClosingLettersProps) {
  const told = rows.filter(({ id }) => outcome.rows.some((row) => row.id === id && row.refusal === null))
  const [chosen, choose] = useState(told[0])
  const template = closing.templates.find((each) => each.application_type === chosen?.application_type)
  if (!chosen || !template) return null
  return (
    <section aria-label={words.letters} className="mt-4 grid gap-3">
      <h3>{words.letters}</h3>
      <SelectField
        label={words.letterTo}
        value={chosen.id}
        onChange={({ target }) => choose(told.find(({ id }) => id === target.value))}
        options={told.map(({ id, applicant, case_number: caseNumber }) => [
          id,
          words.person(applicant.full_name, caseNumber),
        ])}
      />
      <Letter key={chosen.id} id={chosen.id} text={template.text} />
    </section>
  )
}

function Letter({ id, text }: { id: string; text: string }) {
  const { bearer } = useAdministration()
  const loaded = useLoaded((signal) => {
    const body = { kind: 'rejection' as const, text, papers: [] }
    return call('POST /api/admin/applications/:id/preview', { params: { id }, body, bearer, signal })
  })
  return (
    <LoadedPart loaded={loaded} failed={words.letterFailed} skeleton={<Skeleton className="block h-64" />}>
      {(letter) => <PreviewedLetter letter={letter} />}
    </LoadedPart>
  )
}

interface DryRunProps {
  rows: readonly ReviewedApplicationJson[]
  outcome: BulkOutcome
  /** Why a row stays as it is, where this change knows it better than the error does. */
  sentences?: Partial<Record<ErrorCode, string>>
  busy: boolean
  /** The button that makes the change. */
  sendWords?: (count: number) => string
  onSend: () => void
  onBack: () => void
  /** The button that does not. */
  back: string
  /** Further facts to know before the change. Not shown if nothing would change. */
  children?: ReactNode
}

/** Preview of a change to many requests: how many change, and which do not, with the reason. */
function DryRun(props: DryRunProps) {
  const { busy, sendWords = words.send, onSend, onBack, back, children } = props
  const { changed, refused } = props.outcome
  const said = useRef<HTMLOutputElement>(null)
  // The focused field is gone with the form. Focus the result, so that it is read before the next key confirms it.
  useEffect(() => said.current?.focus(), [])
  return (
    <>
      <output ref={said} tabIndex={-1} className="mt-4 block">
        <strong>{words.outcome(changed, refused)}</strong>
        <ul className="mt-2 list-disc pl-5">
          {refusalsOf(props).map(({ sentence, names }) => (
            <li key={sentence}>
              {words.reason(names.length, sentence)}
              <span className="block text-sm wrap-anywhere text-soft">{names.join(', ')}</span>
            </li>
          ))}
        </ul>
      </output>
      {changed > 0 && children}
      <div className="bulk-send">
        {changed > 0 && (
          <Button busy={busy} onClick={onSend}>
            {busy ? words.sending : sendWords(changed)}
          </Button>
        )}
        <Button look="outline" onClick={onBack}>
          {back}
        </Button>
      </div>
    </>
  )
}

/** Each reason once, with the applicants whose requests it keeps as they are. */
function refusalsOf({ rows, outcome, sentences = {} }: Pick<DryRunProps, 'rows' | 'outcome' | 'sentences'>) {
  const names = new Map<string, string[]>()
  for (const { id, refusal, version } of outcome.rows) {
    if (!isErrorCode(refusal)) continue
    const row = rows.find((each) => each.id === id)
    // A row that is decided on the screen, too, has not changed since.
    const isDecided = refusal === 'already_decided' && row?.version === version
    const sentence = isDecided ? words.decided : (sentences[refusal] ?? errors[refusal].sentence)
    names.set(sentence, [...(names.get(sentence) ?? []), row?.applicant.full_name ?? id])
  }
  return [...names].map(([sentence, kept]) => ({ sentence, names: kept }))
}
