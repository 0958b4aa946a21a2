/** Chooses a logo: a drawing or a PNG, from which icons and the picture for shared links are made when it is published. */
import { useRef, useState } from 'react'
import { PICTURE_BYTES_MAX } from '../../../../contract/office/organisation-fields.ts'
import { toBase64 } from '../../../../contract/proof/bytes.ts'
import { call } from '../../../api/client.ts'
import { refusedFields } from '../../../api/refused-fields.ts'
import { SmallButton } from '../../../ui/button.tsx'
import { organisation as words } from '#words/office/admin-organisation.ts'
import { useAdministration } from '../../desk/administration.ts'
import { useOutcome } from '../../desk/parts/use-outcome.ts'
import type { OrganisationView } from './steps.ts'

interface LogoFieldProps {
  view: OrganisationView
  onChanged: (view: OrganisationView) => void
}

export function LogoField({ view, onChanged }: LogoFieldProps) {
  const { bearer } = useAdministration()
  const outcome = useOutcome()
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const { revision, content } = view.draft
  const save = async (logo: string | null) => {
    const body = { revision, content: { ...content, look: { ...content.look, logo } } }
    onChanged(await call('PUT /api/admin/organisation/draft', { body, bearer }))
  }
  const choose = async (file: File) => {
    setFault('')
    if (file.size > PICTURE_BYTES_MAX) return setFault(words.logoTooLarge)
    setBusy(true)
    const sending = (async () => {
      const body = { base64: toBase64(new Uint8Array(await file.arrayBuffer())) }
      const { hash } = await call('POST /api/admin/organisation/pictures', { body, bearer }).catch(
        (problem: unknown) => {
          setFault(refusedFields(problem, ['base64'] as const).base64 ?? '')
          throw problem
        },
      )
      await save(hash)
    })()
    await outcome(sending, words.logoSaving)
    setBusy(false)
  }
  return (
    <div className="mt-4">
      <p className="text-sm text-soft">{content.look.logo === null ? words.logoHint : words.logoChosen}</p>
      <div className="mt-2 flex flex-wrap gap-3">
        <SmallButton busy={busy} onClick={() => input.current?.click()}>
          {words.chooseLogo}
        </SmallButton>
        {content.look.logo !== null && (
          <SmallButton onClick={() => void outcome(save(null), words.logoSaving)}>{words.removeLogo}</SmallButton>
        )}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={words.chooseLogo}
        accept="image/svg+xml,image/png"
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
