/** The supporting documents: chosen or photographed, each with a label, its progress and a remove button. Limits are shown first. */
import { useId, useRef, useState, type ReactNode } from 'react'
import { DOCUMENTS_MAX } from '../../../contract/aid/document-limits.ts'
import { FileChooser } from '../../ui/file-chooser.tsx'
import { aidPapers as words } from '#words/aid/aid-papers.ts'
import type { AidRequest, AidState } from './aid-request.ts'
import { DocumentRow } from './document-row.tsx'
import { isKept } from './draft.ts'
import { loadPart } from '../../lib/load-part.ts'

interface DocumentsFieldProps {
  title: string
  request: AidRequest
  state: AidState
  earlier?: ReactNode
  /** With a heading, as one step of a form. */
  asStep?: boolean
}

export function DocumentsField({ title, request, state, earlier, asStep = false }: DocumentsFieldProps) {
  const limits = useId()
  const [looking, setLooking] = useState(false)
  const [said, setSaid] = useState('')
  const [faults, setFaults] = useState<readonly string[]>([])
  const running = state.run.is === 'running'
  const choose = useRef<HTMLButtonElement>(null)

  const take = async (files: readonly File[]) => {
    setLooking(true)
    setSaid('')
    const found = await takeAll(request, files)
    setFaults(found.faults)
    if (found.taken > 0) setSaid(words.added(found.taken))
    setLooking(false)
  }
  return (
    <fieldset className="aid-part" aria-describedby={limits}>
      <legend>
        {asStep ? (
          <h2 tabIndex={-1}>
            {title} <span className="font-normal text-soft text-base">({words.optional})</span>
          </h2>
        ) : (
          title
        )}
      </legend>
      <p id={limits} className="field-hint">
        {words.limits}
      </p>
      <DocumentList
        request={request}
        state={state}
        step={asStep ? 'name' : 'both'}
        onRemoved={(name) => {
          setSaid(words.removed(name))
          choose.current?.focus()
        }}
      />
      <FileChooser
        words={words}
        busy={looking || running}
        said={looking ? words.looking : said}
        faults={faults}
        button={choose}
        onFiles={take}
      />
      {earlier}
    </fieldset>
  )
}

interface DocumentListProps {
  request: AidRequest
  state: AidState
  step: 'name' | 'send' | 'both'
  onRemoved: (name: string) => void
}

export function DocumentList({ request, state, step, onRemoved }: DocumentListProps) {
  const { documents, progress } = state.draft
  if (documents.length === 0) return null
  return (
    <ul aria-label={words.list} className="grid gap-3">
      {documents.map((document, index) => (
        <DocumentRow
          key={document.id}
          request={request}
          document={document}
          upload={state.uploads[document.id]}
          userId={progress.userId}
          running={state.run.is === 'running'}
          place={index + 1}
          step={step}
          onRemoved={onRemoved}
        />
      ))}
    </ul>
  )
}

/** One after the other: several large pictures at once are too much for a small phone. */
async function takeAll(request: AidRequest, files: readonly File[]): Promise<{ taken: number; faults: string[] }> {
  const faults: string[] = []
  let taken = 0
  try {
    const { addFile } = await loadPart(() => import('./add-files.ts'))
    for (const file of files) {
      const { documents, earlier } = request.read().draft
      if (documents.length + earlier.length >= DOCUMENTS_MAX) {
        faults.push(`${file.name} ${words.fileFaults.many}`)
        continue
      }
      const found = await addFile(file, () => isKept(request.read().draft))
      if (found.is === 'refused') faults.push(`${found.name} ${words.fileFaults[found.fault]}`)
      else {
        request.addDocuments([found.document])
        taken += 1
        if (!found.survives && !faults.includes(words.notKept)) faults.push(words.notKept)
      }
    }
  } catch (fault) {
    console.warn(fault)
    faults.push(...files.map(({ name }) => `${name} ${words.fileFaults.unreadable}`))
  }
  return { taken, faults }
}
