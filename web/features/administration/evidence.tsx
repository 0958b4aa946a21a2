/** The documents of a request. A picture opens in place; a PDF, which our policy lets no frame show, in a tab of its own. */
import { useState } from 'react'
import type { ApplicationDetailsJson } from '../../../contract/admin.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { applications } from '#words/applications.ts'
import { review as words } from '#words/review.ts'
import { applicationToasts as toasts } from '#words/toasts.ts'
import { sayFailed } from '../account/ask-auth.ts'
import { sizeOf } from '../applications/document-list.tsx'
import { isShown, openDocument, signDocument } from '../applications/open-document.ts'
import { useAdministration } from './administration.ts'

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

function EvidenceRow({ document }: { document: Document }) {
  const { bearer } = useAdministration()
  const [address, setAddress] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { name, label, bytes, content_type: type } = document
  const title = label ?? name
  const isPicture = type.startsWith('image/')

  const open = async () => {
    if (address !== undefined) return setAddress(undefined)
    setBusy(true)
    try {
      if (isPicture) setAddress(await signDocument(document, bearer))
      else await openDocument(document, bearer)
    } catch (problem) {
      sayFailed(toasts.notOpened, problem)
    } finally {
      setBusy(false)
    }
  }
  const told = [...(label === null ? [] : [name]), applications.kinds[type], sizeOf(bytes)]
  if (document.paper_request_id !== null) told.push(words.answersPapers)
  return (
    <li>
      <div className="row">
        <div className="row-text">
          <p className="wrap-anywhere">{title}</p>
          <p className="text-sm wrap-anywhere text-soft">{told.join(' · ')}</p>
        </div>
        <Button
          look="outline"
          className="button-small"
          busy={busy}
          aria-label={nameOf(document, title, address !== undefined)}
          {...(isPicture && { 'aria-expanded': address !== undefined })}
          onClick={() => void open()}
        >
          {busy ? applications.opening : textOf(document, address !== undefined)}
        </Button>
      </div>
      {address !== undefined && <img src={address} alt={words.pictureOf(title)} className="evidence" />}
    </li>
  )
}

function textOf(document: Document, isOpen: boolean): string {
  if (document.content_type.startsWith('image/')) return isOpen ? words.hide : words.show
  return isShown(document) ? applications.open : applications.save
}

function nameOf(document: Document, title: string, isOpen: boolean): string {
  if (document.content_type.startsWith('image/')) return isOpen ? words.hideNamed(title) : words.showNamed(title)
  return isShown(document) ? applications.openNamed(title) : applications.saveNamed(title)
}
