/** The papers of a request. The first one opens at once, beside the decision; files that are neither pictures nor PDFs are saved. */
import { useState } from 'react'
import type { ApplicationDetailsJson } from '../../../../contract/aid/admin.ts'
import { useLoaded } from '../../../lib/use-loaded.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { fileSize } from '../../../lib/file-size.ts'
import { fetchDocument, isShown, openDocument } from '../../../lib/open-document.ts'
import { useMedia } from '../../../lib/use-media.ts'
import { SmallButton } from '../../../ui/button.tsx'
import { LoadedPart } from '../../../ui/loaded-part.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Card } from '../../../ui/card.tsx'
import { documentWords } from '#words/aid/documents.ts'
import { review as words } from '#words/aid/review.ts'
import { applicationToasts as toasts } from '#words/aid/application-toasts.ts'
import { useAdministration } from '../../desk/administration.ts'
import { useShortcuts } from '../../desk/keys/shortcuts.ts'
import { ActButton } from '../../desk/parts/act-button.tsx'
import { FULL_SCREEN, FullScreen } from '../papers/full-screen.tsx'
import { PictureView, shapeOf } from '../papers/picture-view.tsx'
import type { Papers } from './papers.ts'
import { isSavingData } from './saving-data.ts'
import { PHONE } from './widths.ts'

type Document = ApplicationDetailsJson['documents'][number]

export function Evidence({ documents, papers }: { documents: readonly Document[]; papers: Papers }) {
  const [place, setPlace] = useState(0)
  const [isFull, setFull] = useState(false)
  const shown = documents[place]
  const count = documents.length
  const move = (step: 1 | -1) => setPlace((from) => Math.min(Math.max(from + step, 0), Math.max(count - 1, 0)))
  useShortcuts({ ']': () => move(1), '[': () => move(-1) }, FULL_SCREEN)
  const paper = shown && <Paper key={shown.id} document={shown} papers={papers} />
  const isPhone = useMedia(PHONE)
  const open = (at: number) => {
    setPlace(at)
    setFull(true)
  }
  return (
    <Card title={words.documents}>
      <p className={count === 0 ? 'text-sm text-soft' : 'text-sm text-soft lg:-mt-5.5 lg:text-right'}>
        {count === 0 ? words.noDocuments : words.openedOnRecord}
      </p>
      {shown && isPhone && <Thumbnails documents={documents} papers={papers} place={place} onOpen={open} />}
      {shown && !isPhone && (
        <Tabs documents={documents} place={place} onChoose={setPlace} onFull={() => setFull(true)} />
      )}
      {shown && isFull ? (
        <FullScreen title={titleOf(shown)} place={place + 1} count={count} onMove={move} onClose={() => setFull(false)}>
          {isShown(shown) ? paper : <p className="p-4">{words.viewer.onlySaved}</p>}
        </FullScreen>
      ) : (
        !isPhone && paper
      )}
      {shown && <PaperActions key={`actions ${shown.id}`} document={shown} />}
    </Card>
  )
}

interface TabsProps {
  documents: readonly Document[]
  place: number
  onChoose: (place: number) => void
  onFull: () => void
}

function Tabs({ documents, place, onChoose, onFull }: TabsProps) {
  const shown = documents[place]
  return (
    <div className="my-2 flex items-center gap-2">
      <fieldset aria-label={words.documents} className="flex min-w-0 flex-1 gap-1 overflow-x-auto">
        {documents.map((document, at) => (
          <button
            key={document.id}
            type="button"
            className="chip truncate"
            aria-pressed={at === place}
            onClick={() => onChoose(at)}
          >
            {titleOf(document)}
          </button>
        ))}
      </fieldset>
      {shown && isShown(shown) && (
        <SmallButton look="quiet" className="flex-none" onClick={onFull}>
          {words.viewer.fullScreen}
        </SmallButton>
      )}
    </div>
  )
}

const titleOf = ({ label, name }: Document) => label ?? name

function Paper({ document, papers }: { document: Document; papers: Papers }) {
  const { bearer } = useAdministration()
  const loaded = useLoaded(() => papers.load(document, bearer), { initial: papers.there(document) })
  const title = titleOf(document)
  return (
    <LoadedPart loaded={loaded} failed={toasts.notOpened} skeleton={<Skeleton className="block h-96 w-full" />}>
      {(shown) => (
        <>
          {shown.is === 'picture' && <PictureView address={shown.address} name={title} shape={shapeOf(shown.image)} />}
          {shown.is === 'pdf' && <shown.View file={shown.file} name={title} ahead={shown.ahead} />}
        </>
      )}
    </LoadedPart>
  )
}

function PaperActions({ document }: { document: Document }) {
  const { bearer } = useAdministration()
  const { name, label, bytes, content_type: type } = document
  const title = titleOf(document)
  const save = async () => saveFile(name, await fetchDocument(document, bearer), type)
  const told = [...(label === null ? [] : [name]), documentWords.kinds[type], fileSize(bytes)]
  if (document.paper_request_id !== null) told.push(words.answersPapers)
  if (document.added_later) told.push(words.addedLater)
  return (
    <div className="evidence-actions line mt-2 gap-2 text-sm">
      <p>{told.join(' · ')}</p>
      {isShown(document) && (
        <ActButton
          text={words.openTab}
          busyText={documentWords.opening}
          aria-label={words.openTabNamed(title)}
          act={(bearer) => openDocument(document, bearer)}
          says={{ failed: toasts.notOpened }}
        />
      )}
      <ActButton
        text={documentWords.save}
        busyText={documentWords.opening}
        aria-label={documentWords.saveNamed(title)}
        act={save}
        says={{ failed: toasts.notOpened }}
      />
    </div>
  )
}

interface ThumbnailsProps {
  documents: readonly Document[]
  papers: Papers
  /** The paper that was opened last. */
  place: number
  onOpen: (place: number) => void
}

/**
 * Lists the papers of a request on a phone as small pictures, which a tap opens over the whole screen. A small picture is recorded as
 * loaded ahead, and as opened with the tap. A reader who saves data sees a tile with its name, as for other files.
 */
function Thumbnails({ documents, papers, place, onOpen }: ThumbnailsProps) {
  return (
    <ul aria-label={words.documents} className="my-2 flex gap-2 overflow-x-auto p-1">
      {documents.map((document, at) => (
        <li key={document.id}>
          <button
            type="button"
            className="paper-tile grid w-24 cursor-pointer gap-1 text-start text-sm"
            aria-current={at === place ? 'true' : undefined}
            onClick={() => onOpen(at)}
          >
            {document.content_type.startsWith('image/') && !isSavingData() ? (
              <Small document={document} papers={papers} />
            ) : (
              <Kind document={document} />
            )}
            <span className="truncate">{document.label ?? document.name}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** While it is not there, or cannot be loaded, the kind of the file stands in its place. */
function Small({ document, papers }: { document: Document; papers: Papers }) {
  const { bearer } = useAdministration()
  const { view } = useLoaded(() => papers.loadSmall(document, bearer))
  if (view.is !== 'there' || view.value.is !== 'picture') return <Kind document={document} />
  return <img src={view.value.address} alt="" className="paper-tile-picture" />
}

function Kind({ document }: { document: Document }) {
  return (
    <span className="paper-tile-picture grid place-items-center bg-sunken font-semibold text-soft">
      {documentWords.kinds[document.content_type]}
    </span>
  )
}
