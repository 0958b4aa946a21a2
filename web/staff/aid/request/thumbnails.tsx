/**
 * The papers of a request on a phone: small, and over the whole screen with a tap. A small picture is recorded as loaded ahead; only the
 * tap opens it. Where the reader saves data, and for other files, a tile says what it is.
 */
import type { ApplicationDetailsJson } from '../../../../contract/aid/admin.ts'
import { useLoaded } from '../../../lib/use-loaded.ts'
import { applications } from '#words/aid/applications.ts'
import { review as words } from '#words/aid/review.ts'
import { useAdministration } from '../../desk/administration.ts'
import type { Papers } from './papers.ts'
import { isSavingData } from './saving-data.ts'

type Document = ApplicationDetailsJson['documents'][number]

interface ThumbnailsProps {
  documents: readonly Document[]
  papers: Papers
  /** The paper that was opened last. */
  place: number
  onOpen: (place: number) => void
}

export function Thumbnails({ documents, papers, place, onOpen }: ThumbnailsProps) {
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
      {applications.kinds[document.content_type]}
    </span>
  )
}
