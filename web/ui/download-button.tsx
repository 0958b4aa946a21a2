/** Downloads a list as a CSV file for a spreadsheet. The server writes it, at any length. */
import { useState } from 'react'
import { dayOfMoment } from '../lib/days.ts'
import { saveFile } from '../lib/save-file.ts'
import { download as words } from '#words/common/download.ts'
import { Button } from './button.tsx'

interface DownloadButtonProps {
  /** The list in the name of the file: `taimako-donations-2026-11-21.csv`. */
  name: string
  load: () => Promise<Blob>
  onProblem: (problem: unknown) => void
  className?: string
}

export function DownloadButton({ name, load, onProblem, className = '' }: DownloadButtonProps) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      saveFile(`taimako-${name}-${dayOfMoment(new Date())}.csv`, await load(), 'text/csv')
    } catch (problem) {
      onProblem(problem)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button look="outline" className={className} busy={busy} onClick={() => void save()}>
      {busy ? words.busy : words.csv}
    </Button>
  )
}
