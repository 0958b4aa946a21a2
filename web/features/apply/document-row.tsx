/** One document of a request: a thumbnail, its name, the state of its upload, and its buttons. Every button names its document. */
import { Button } from '../../ui/button.tsx'
import { Progress } from '../../ui/progress.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { DOCUMENT_LABEL_CHARACTERS_MAX } from '../../../contract/aid/application-fields.ts'
import { aidPapers as words } from '#words/aid/aid-papers.ts'
import type { AidRequest, Upload } from './aid-request.ts'
import { fileSize } from '../../lib/file-size.ts'
import { isStored, paperName, type DraftDocument } from './draft.ts'
import { loadPart } from '../../lib/load-part.ts'
import { submitForm } from '../../lib/submit-form.ts'
import { useEffect, useRef, useState } from 'react'
import { loadFile } from './file-storage.ts'

interface DocumentRowProps {
  request: AidRequest
  document: DraftDocument
  upload: Upload | undefined
  userId: string | null
  running: boolean
  /** Among the documents, from 1. */
  place: number
  /**
   * With the answers to check it is sent; in the step before, it is named and removed; an answer to a request for documents has
   * one step for both.
   */
  step: 'name' | 'send' | 'both'
  onRemoved: (name: string) => void
}

export function DocumentRow(props: DocumentRowProps) {
  const { request, document, upload, userId, running, place, step, onRemoved } = props
  const { id, bytes } = document
  const name = paperName(document)
  const stored = isStored(document, userId)
  const remove = async () => {
    request.setUpload(id, { is: 'removing' })
    try {
      const { removeDocument } = await loadPart(() => import('./discard-documents.ts'))
      await removeDocument(document)
      request.change((draft) => ({ ...draft, documents: draft.documents.filter((each) => each.id !== id) }))
      request.setUpload(id, null)
      onRemoved(name)
    } catch (problem) {
      console.warn('A document could not be removed.', problem)
      request.setUpload(id, { is: 'failed', sentence: words.notRemoved })
    }
  }
  const relabel = (text: string) =>
    request.change((draft) => ({
      ...draft,
      documents: draft.documents.map((each) =>
        each.id === id ? { ...each, label: text.trim() === each.name ? '' : text } : each,
      ),
    }))
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-3 rounded-md border border-line bg-paper p-3 wrap-anywhere">
      <Thumbnail document={document} />
      <div className="grid gap-2">
        {step === 'send' ? (
          <p className="font-semibold">{name}</p>
        ) : (
          <TextField
            label={words.paperName(place)}
            hint={place === 1 ? words.paperNameHint : undefined}
            error={undefined}
            defaultValue={name}
            readOnly={running}
            maxLength={DOCUMENT_LABEL_CHARACTERS_MAX}
            autoComplete="off"
            onInput={({ currentTarget }) => relabel(currentTarget.value)}
          />
        )}
        {upload?.is === 'sending' ? (
          <Progress label={words.uploading(name)} value={Math.min(1, upload.bytes / bytes)} />
        ) : (
          <p className={upload?.is === 'failed' ? 'field-error' : 'text-sm text-soft'}>
            {fileSize(bytes)} · {stateText(upload, stored)}
          </p>
        )}
        <div className="flex flex-wrap gap-3">
          <Actions
            {...{ name, upload, running, removing: upload?.is === 'removing' }}
            onStop={() => void stop(id)}
            onRemove={() => void remove()}
            canRetry={step !== 'name' && canRetry(upload) && !stored && userId !== null}
            canRemove={step !== 'send' || upload?.is === 'failed'}
          />
        </div>
      </div>
    </li>
  )
}

interface ActionsProps {
  name: string
  upload: Upload | undefined
  running: boolean
  removing: boolean
  canRetry: boolean
  canRemove: boolean
  onStop: () => void
  onRemove: () => void
}

function Actions({ name, upload, running, removing, canRetry, canRemove, onStop, onRemove }: ActionsProps) {
  const small = { look: 'outline', className: 'button-small' } as const
  if (upload?.is === 'sending') {
    return (
      <Button {...small} aria-label={words.stopNamed(name)} onClick={onStop}>
        {words.stop}
      </Button>
    )
  }
  return (
    <>
      {canRetry && (
        <Button
          {...small}
          busy={running}
          aria-label={words.retryNamed(name)}
          // The same as the form's own button: everything is checked again, and continues from here.
          onClick={({ currentTarget }) => submitForm(currentTarget.form)}
        >
          {words.retry}
        </Button>
      )}
      {canRemove && (
        <Button {...small} busy={running || removing} aria-label={words.removeNamed(name)} onClick={onRemove}>
          {removing ? words.removing : words.remove}
        </Button>
      )}
    </>
  )
}

/** The server would refuse it again. */
function canRetry(upload: Upload | undefined): boolean {
  return upload?.is === 'stopped' || (upload?.is === 'failed' && upload.sentence === null)
}

async function stop(id: string): Promise<void> {
  const { stopUpload } = await loadPart(() => import('./send-documents.ts'))
  stopUpload(id)
}

function stateText(upload: Upload | undefined, stored: boolean): string {
  if (upload?.is === 'failed') return upload.sentence ?? words.uploadFailed
  if (upload?.is === 'stopped') return words.stopped
  return stored ? words.stored : words.waiting
}

/** Twice the size on the screen, for sharp phones. */
const SIDE_PIXELS = 112

function Thumbnail({ document: { id, type } }: { document: DraftDocument }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [drawn, setDrawn] = useState(false)
  const isPicture = type.startsWith('image/')
  useEffect(() => {
    let left = false
    const draw = async () => {
      const file = isPicture ? await loadFile(id) : undefined
      if (file === undefined || left) return
      const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
      const surface = canvas.current?.getContext('2d')
      if (surface && !left) {
        const side = Math.min(picture.width, picture.height)
        const [x, y] = [(picture.width - side) / 2, (picture.height - side) / 2]
        surface.drawImage(picture, x, y, side, side, 0, 0, SIDE_PIXELS, SIDE_PIXELS)
        setDrawn(true)
      }
      picture.close()
    }
    draw().catch((fault: unknown) => console.warn('A thumbnail could not be drawn.', fault))
    return () => {
      left = true
    }
  }, [id, isPicture])
  return (
    <div className="thumbnail" aria-hidden="true" data-drawn={drawn}>
      {isPicture && <canvas ref={canvas} width={SIDE_PIXELS} height={SIDE_PIXELS} hidden={!drawn} />}
      {!isPicture && (type === 'application/pdf' ? 'PDF' : 'DOCX')}
    </div>
  )
}
