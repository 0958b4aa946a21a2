/** The documents of a request. Pictures and PDFs open in place, beside the decision; other files are saved. */
import { useState } from 'react'
import type { ApplicationDetailsJson } from '../../../../contract/admin.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { saveFile } from '../../../lib/save-file.ts'
import { applications } from '#words/applications.ts'
import { review as words } from '#words/review.ts'
import { applicationToasts as toasts } from '#words/toasts.ts'
import { failWithToast } from '../../../lib/fail-with-toast.ts'
import { loadPart } from '../../../lib/load-part.ts'
import { fileSize } from '../../../lib/file-size.ts'
import { fetchDocument, isShown, openDocument, signDocument } from '../../../lib/open-document.ts'
import { useAdministration } from '../administration.ts'
import type { PdfView } from '../pdf/pdf-view.tsx'

type Document = ApplicationDetailsJson['documents'][number]

export function Evidence({ documents }: { documents: readonly Document[] }) {
  return (
    <Card title={words.documents}>
      <p className="mt-2 text-soft">{documents.length === 0 ? words.noDocuments : words.openedOnRecord}</p>
      <ul className="rows mt-3">
        {documents.map((document) => (
          <EvidenceRow key={document.id} document={document} />
        ))}
      </ul>
    </Card>
  )
}

/** The content below the row. The PDF viewer is loaded with the first PDF. */
type Shown =
  | { readonly is: 'picture'; readonly address: string }
  | { readonly is: 'pdf'; readonly file: Blob; readonly View: typeof PdfView }

type Press = 'show' | 'open' | 'save'

function EvidenceRow({ document }: { document: Document }) {
  const { bearer } = useAdministration()
  const [shown, setShown] = useState<Shown>()
  const [busy, setBusy] = useState<Press>()
  const { name, label, bytes, content_type: type } = document
  const title = label ?? name

  const press = async (which: Press, run: () => Promise<void>) => {
    setBusy(which)
    try {
      await run()
    } catch (problem) {
      failWithToast(toasts.notOpened, problem)
    } finally {
      setBusy(undefined)
    }
  }
  const show = async () => {
    if (type.startsWith('image/')) return setShown({ is: 'picture', address: await signDocument(document, bearer) })
    const [{ PdfView: View }, file] = await Promise.all([
      loadPart(() => import('../pdf/pdf-view.tsx')),
      fetchDocument(document, bearer),
    ])
    setShown({ is: 'pdf', file, View })
  }
  const save = async () => {
    saveFile(name, shown?.is === 'pdf' ? shown.file : await fetchDocument(document, bearer), type)
  }
  const told = [...(label === null ? [] : [name]), applications.kinds[type], fileSize(bytes)]
  if (document.paper_request_id !== null) told.push(words.answersPapers)
  return (
    <li>
      <div className="row">
        <div className="row-text basis-36">
          <p className="wrap-anywhere">{title}</p>
          <p className="text-sm wrap-anywhere text-soft">{told.join(' · ')}</p>
        </div>
        {isShown(document) ? (
          <Button
            look="outline"
            className="button-small"
            busy={busy === 'show'}
            aria-label={shown ? words.hideNamed(title) : words.showNamed(title)}
            aria-expanded={shown !== undefined}
            onClick={() => (shown ? setShown(undefined) : void press('show', show))}
          >
            {busy === 'show' ? applications.opening : shown ? words.hide : words.show}
          </Button>
        ) : (
          <SaveButton title={title} busy={busy === 'save'} onPress={() => void press('save', save)} />
        )}
      </div>
      {shown?.is === 'picture' && <img src={shown.address} alt={words.pictureOf(title)} className="evidence" />}
      {shown?.is === 'pdf' && <shown.View file={shown.file} name={title} />}
      {shown && (
        <div className="mb-4 flex flex-wrap gap-3">
          <Button
            look="outline"
            className="button-small"
            busy={busy === 'open'}
            aria-label={words.openTabNamed(title)}
            onClick={() => void press('open', () => openDocument(document, bearer))}
          >
            {busy === 'open' ? applications.opening : words.openTab}
          </Button>
          <SaveButton title={title} busy={busy === 'save'} onPress={() => void press('save', save)} />
        </div>
      )}
    </li>
  )
}

function SaveButton({ title, busy, onPress }: { title: string; busy: boolean; onPress: () => void }) {
  return (
    <Button
      look="outline"
      className="button-small"
      busy={busy}
      aria-label={applications.saveNamed(title)}
      onClick={onPress}
    >
      {busy ? applications.opening : applications.save}
    </Button>
  )
}
