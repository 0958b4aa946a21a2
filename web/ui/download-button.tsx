/** Downloads a file that the server writes, at any length: a list as CSV for a spreadsheet, unless another kind is given. */
import { ownFileName } from '../words/site.ts'
import { useState } from 'react'
import { dayOfMoment } from '../lib/days.ts'
import { saveFile } from '../lib/save-file.ts'
import { download as words } from '#words/common/download.ts'
import { Button } from './button.tsx'

interface DownloadButtonProps {
  /** The list in the name of the file: `taimako-donations-2026-11-21.csv`. */
  name: string
  load: () => Promise<Blob>
  /** Kind of the file, and the text of the button. */
  kind?: { readonly ending: string; readonly type: string; readonly text: string }
  onProblem: (problem: unknown) => void
  className?: string
}

const CSV = { ending: 'csv', type: 'text/csv', text: words.csv }

export function DownloadButton({ name, load, kind = CSV, onProblem, className = '' }: DownloadButtonProps) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      saveFile(ownFileName(`${name}-${dayOfMoment(new Date())}.${kind.ending}`), await load(), kind.type)
    } catch (problem) {
      onProblem(problem)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button look="outline" className={className} busy={busy} onClick={() => void save()}>
      {busy ? words.busy : kind.text}
    </Button>
  )
}
