/** Exports a list with its filters as a file for a spreadsheet. The server writes it, at any length. */
import { useState } from 'react'
import { dayOfMoment } from '../../../lib/days.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { Button } from '../../../ui/button.tsx'
import { lists as words } from '#words/administration.ts'
import { administrationToasts as toasts } from '#words/toasts.ts'
import { useFailureToast } from '../parts/use-failure-toast.ts'

interface CsvButtonProps {
  name: string
  load: () => Promise<Blob>
}

export function CsvButton({ name, load }: CsvButtonProps) {
  const [busy, setBusy] = useState(false)
  const onProblem = useFailureToast(toasts.csvFailed)
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
    <Button look="outline" className="button-small" busy={busy} onClick={() => void save()}>
      {busy ? words.downloading : words.download}
    </Button>
  )
}
