/** Chooses a logo, from which icons and the picture for shared links are made when it is published, or a photo for the home page. */
import { useRef, useState } from 'react'
import { PICTURE_BYTES_MAX, type PictureUse } from '../../../../contract/office/organisation-fields.ts'
import { toBase64 } from '../../../../contract/proof/bytes.ts'
import { call } from '../../../api/client.ts'
import { refusedFields } from '../../../api/refused-fields.ts'
import { SmallButton } from '../../../ui/button.tsx'
import { organisation as words } from '#words/office/admin-organisation.ts'
import { useAdministration } from '../../desk/administration.ts'
import { ActButton } from '../../desk/parts/act-button.tsx'
import { useOutcome } from '../../desk/parts/use-outcome.ts'
import { readPhoto, type ReadFile } from './read-photo.ts'
import type { OrganisationView } from './steps.ts'

const TYPES: Readonly<Record<PictureUse, string>> = {
  logo: 'image/svg+xml,image/png',
  picture: 'image/jpeg,image/png,image/webp',
}

interface PictureFieldProps {
  use: PictureUse
  view: OrganisationView
  onChanged: (view: OrganisationView) => void
}

export function PictureField({ use, view, onChanged }: PictureFieldProps) {
  const says = words.pictures[use]
  const { bearer } = useAdministration()
  const outcome = useOutcome()
  const input = useRef<HTMLInputElement>(null)
  const chooser = useRef<HTMLButtonElement>(null)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const { revision, content } = view.draft
  const isChosen = typeof content.look[use] === 'string'
  const save = async (hash: string | null) => {
    const body = { revision, content: { ...content, look: { ...content.look, [use]: hash } } }
    onChanged(await call('PUT /api/admin/organisation/draft', { body, bearer }))
  }
  const remove = async () => {
    await save(null)
    // The button leaves, and the focus with it.
    chooser.current?.focus()
  }
  const choose = async (file: File) => {
    setFault('')
    const read = use === 'logo' ? readLogo(file) : await readPhoto(file)
    if ('fault' in read) return setFault(read.fault)
    setBusy(true)
    const sending = (async () => {
      const body = { use, base64: toBase64(new Uint8Array(await read.content.arrayBuffer())) }
      const { hash } = await call('POST /api/admin/organisation/pictures', { body, bearer }).catch(
        (problem: unknown) => {
          setFault(refusedFields(problem, ['base64'] as const).base64 ?? '')
          throw problem
        },
      )
      await save(hash)
    })()
    await outcome(sending, words.pictureSaving)
    setBusy(false)
  }
  return (
    <div className="mt-4">
      <p className="text-sm text-soft">{isChosen ? says.chosen : says.hint}</p>
      <div className="mt-2 flex flex-wrap gap-3">
        <SmallButton ref={chooser} busy={busy} onClick={() => input.current?.click()}>
          {says.choose}
        </SmallButton>
        {isChosen && <ActButton text={says.remove} busy={busy} act={remove} says={words.pictureSaving} />}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={says.choose}
        accept={TYPES[use]}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // Lets the same file be chosen again.
          currentTarget.value = ''
          if (file) void choose(file)
        }}
      />
      <p role="alert" className="field-error">
        {fault}
      </p>
    </div>
  )
}

const readLogo = (file: File): ReadFile =>
  file.size > PICTURE_BYTES_MAX ? { fault: words.logoTooLarge } : { content: file }
