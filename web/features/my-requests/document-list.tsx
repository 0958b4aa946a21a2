/** The documents of a request, with a button to open each. */
import type { Bearer } from '../../api/authorization.ts'
import { SmallButton } from '../../ui/button.tsx'
import { applications as words } from '#words/aid/applications.ts'
import { documentWords } from '#words/aid/documents.ts'
import { applicationToasts as toasts } from '#words/aid/application-toasts.ts'
import { useAct } from '../../lib/use-act.ts'
import { failWithToast } from '../../lib/fail-with-toast.ts'
import { fileSize } from '../../lib/file-size.ts'
import { isShown, openDocument, type NamedDocument } from '../../lib/open-document.ts'

export function DocumentList({ documents, bearer }: { documents: readonly NamedDocument[]; bearer: Bearer }) {
  return (
    <section>
      <h5 className="font-semibold">{words.documents}</h5>
      {documents.length === 0 && <p className="mt-1 text-soft">{words.noDocuments}</p>}
      <ul className="rows">
        {documents.map((document) => (
          <DocumentRow key={document.id} document={document} bearer={bearer} />
        ))}
      </ul>
    </section>
  )
}

function DocumentRow({ document, bearer }: { document: NamedDocument; bearer: Bearer }) {
  const { busy, run } = useAct()
  const { name, label, bytes, content_type: type } = document
  const told = [...(label === null ? [] : [name]), documentWords.kinds[type], fileSize(bytes)]
  if (document.paper_request_id !== null) told.push(words.sentAsAnswer)
  if (document.added_later) told.push(words.addedLater)
  const open = () => run(toasts.notOpened, () => openDocument(document, bearer), failWithToast)
  const shown = isShown(document)
  return (
    <li className="row">
      <div className="row-text basis-36">
        <p className="wrap-anywhere">{label ?? name}</p>
        <p className="text-sm wrap-anywhere text-soft">{told.join(' · ')}</p>
      </div>
      <SmallButton
        busy={busy}
        aria-label={shown ? documentWords.openNamed(label ?? name) : documentWords.saveNamed(label ?? name)}
        onClick={() => void open()}
      >
        {busy ? documentWords.opening : shown ? documentWords.open : documentWords.save}
      </SmallButton>
    </li>
  )
}
