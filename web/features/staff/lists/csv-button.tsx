/** A whole list, with its filters, as a file for a spreadsheet. The server writes it, however long it is. */
import { useState } from 'react'
import { download, type DownloadKey, type DownloadQuery } from '../../../api/download.ts'
import { Button } from '../../../ui/button.tsx'
import { saveFile } from '../../../lib/save-file.ts'
import { lists as words } from '#words/administration.ts'
import { administrationToasts as toasts } from '#words/toasts.ts'
import { failWithToast } from '../../../lib/fail-with-toast.ts'
import { dayOfMoment } from '../../../lib/days.ts'
import { useAdministration } from '../administration.ts'

interface CsvButtonProps<K extends DownloadKey> {
  of: K
  query: DownloadQuery<K>
}

export function CsvButton<K extends DownloadKey>({ of, query }: CsvButtonProps<K>) {
  const { bearer, onRefusal } = useAdministration()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const file = await download(of, query, bearer)
      saveFile(nameOf(of), file, 'text/csv')
    } catch (problem) {
      if (!onRefusal(problem)) failWithToast(toasts.csvFailed, problem)
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

/** `taimako-donations-2026-11-21.csv` */
function nameOf(key: DownloadKey): string {
  const list = key.slice(key.lastIndexOf('/') + 1).replace('.csv', '')
  return `taimako-${list}-${dayOfMoment(new Date())}.csv`
}
