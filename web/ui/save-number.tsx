/** The button that saves the number of a request as a picture. */
import { useState } from 'react'
import { loadPart } from '../lib/load-part.ts'
import { saveFile } from '../lib/save-file.ts'
import { showToast } from '../lib/toast-store.ts'
import { SmallButton } from './button.tsx'
import { ownFileName, site } from '../words/site.ts'
import { numberPicture as words } from '#words/aid/number-picture.ts'
import type { Numbered } from '../lib/number-picture.ts'

export function SaveNumber({ request }: { request: Numbered }) {
  const { phone } = site.support
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const { drawNumber } = await loadPart(() => import('../lib/number-picture.ts'))
      const picture = await drawNumber(request, phone)
      if (picture) saveFile(ownFileName(words.file(request.case_number)), picture, 'image/png')
      else showToast({ kind: 'destructive', title: words.failed })
    } catch (fault) {
      console.warn('The picture of the number was not drawn.', fault)
      showToast({ kind: 'destructive', title: words.failed })
    } finally {
      setBusy(false)
    }
  }
  return (
    <SmallButton
      className="mt-3"
      aria-label={words.saveOf(request.case_number)}
      busy={busy}
      onClick={() => void save()}
    >
      {busy ? words.saving : words.save}
    </SmallButton>
  )
}
