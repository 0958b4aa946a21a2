/** The print of a case: recorded first, then with every paper that is a picture. PDFs are printed from their own tab. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ApplicationDetailsJson } from '../../../../contract/admin.ts'
import { call } from '../../../api/client.ts'
import { review as words } from '#words/review.ts'
import { failWithToast } from '../../../lib/fail-with-toast.ts'
import { useAdministration } from '../administration.ts'
import type { Papers } from './papers.ts'

interface Printed {
  readonly id: string
  readonly title: string
  readonly address: string
}

interface Printing {
  readonly pictures: readonly Printed[]
  readonly print: () => Promise<void>
}

export function usePrinting({ id, documents }: ApplicationDetailsJson, papers: Papers): Printing {
  const { bearer, onRefusal } = useAdministration()
  const [pictures, setPictures] = useState<readonly Printed[]>([])
  const isRecorded = useRef(false)
  const record = () => call('POST /api/admin/applications/:id/prints', { params: { id }, bearer })
  const print = async () => {
    try {
      const loaded = await Promise.all(documents.filter(isPicture).map((document) => load(document)))
      await record()
      setPictures(loaded)
      await drawn(loaded)
    } catch (problem) {
      if (!onRefusal(problem)) failWithToast(words.printNotReady, problem)
      return
    }
    isRecorded.current = true
    window.print()
    isRecorded.current = false
  }
  const load = async (document: ApplicationDetailsJson['documents'][number]): Promise<Printed> => {
    const shown = await papers.load(document, bearer)
    return {
      id: document.id,
      title: document.label ?? document.name,
      address: shown.is === 'picture' ? shown.address : '',
    }
  }
  /** The browser's own command prints what is on the page: it is recorded too. */
  const beforePrint = useEffectEvent(() => {
    if (!isRecorded.current) record().catch((problem: unknown) => console.warn('The print was not recorded.', problem))
  })
  useEffect(() => {
    const listen = () => beforePrint()
    window.addEventListener('beforeprint', listen)
    return () => window.removeEventListener('beforeprint', listen)
  }, [])
  return { pictures, print }
}

const isPicture = ({ content_type: type }: { content_type: string }) => type.startsWith('image/')

/** A picture that is not decoded would be an empty page. Of a damaged one, its name is printed. */
async function drawn(pictures: readonly Printed[]): Promise<void> {
  await Promise.all(
    pictures.map(({ address }) => {
      const image = new Image()
      image.src = address
      return image.decode().catch(() => undefined)
    }),
  )
  await new Promise(requestAnimationFrame)
}

/** On paper instead of the picture that is open. */
export function PrintedPictures({ pictures }: { pictures: readonly Printed[] }) {
  if (pictures.length === 0) return null
  return (
    <div className="print-only printed-pictures">
      {pictures.map(({ id, title, address }) => (
        <figure key={id}>
          <figcaption>{title}</figcaption>
          <img src={address} alt={words.pictureOf(title)} />
        </figure>
      ))}
    </div>
  )
}
