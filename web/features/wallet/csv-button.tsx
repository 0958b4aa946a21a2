/** Exports all transactions that match the filters, as a file for a spreadsheet. */
import { useState } from 'react'
import type { Bearer } from '../../api/authorization.ts'
import { call } from '../../api/client.ts'
import { problemSentence } from '../../api/problem-sentence.ts'
import { Button } from '../../ui/button.tsx'
import { saveFile } from '../../lib/save-file.ts'
import { showToast } from '../../lib/toast-store.ts'
import { walletToasts as toasts } from '#words/toasts.ts'
import { walletHistory as words } from '#words/wallet.ts'
import { transactionsCsv } from './csv.ts'
import { dayOfMoment } from '../../lib/days.ts'
import { queryOf, type Filters } from './filters.ts'
import { loadAll } from './load-all.ts'

export function CsvButton({ bearer, filters }: { bearer: Bearer; filters: Filters }) {
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      const { items } = await loadAll((page) =>
        call('GET /api/wallet/transactions', { query: { ...queryOf(filters), ...page }, bearer }),
      )
      saveFile(`taimako-wallet-${dayOfMoment(new Date())}.csv`, transactionsCsv(items), 'text/csv')
    } catch (problem) {
      console.warn('The history could not be collected.', problem)
      showToast({ kind: 'destructive', title: toasts.csvFailed, description: problemSentence(problem) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button look="outline" busy={busy} onClick={() => void download()}>
      {busy ? words.downloading : words.download}
    </Button>
  )
}
