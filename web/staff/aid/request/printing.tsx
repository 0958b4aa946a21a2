/** A case is printed only on record. The dialog that prints is loaded with the first press. */
import { useEffect, useEffectEvent, useState } from 'react'
import type { ApplicationDetailsJson } from '../../../../contract/aid/admin.ts'
import { call } from '../../../api/client.ts'
import { failWithToast } from '../../../lib/fail-with-toast.ts'
import { loadPart } from '../../../lib/load-part.ts'
import { review as words } from '#words/aid/review.ts'
import { useAdministration } from '../../desk/administration.ts'
import type { Papers } from './papers.ts'
import type { PrintCase as PrintCaseDialog } from './print-case.tsx'

let isRecorded = false

/** Prints what was recorded before. */
function printRecorded(): void {
  isRecorded = true
  window.print()
  isRecorded = false
}

/** @returns opens the dialog that prints, and the part of the page that it is in */
export function usePrinting(details: ApplicationDetailsJson, papers: Papers) {
  const { bearer } = useAdministration()
  const [PrintCase, setPrintCase] = useState<typeof PrintCaseDialog>()
  const record = () => call('POST /api/admin/applications/:id/prints', { params: { id: details.id }, bearer })
  /** The browser's own command prints what is on the page: it is recorded too. */
  const beforePrint = useEffectEvent(() => {
    if (!isRecorded) record().catch((problem: unknown) => console.warn('The print was not recorded.', problem))
  })
  useEffect(() => {
    const listen = () => beforePrint()
    window.addEventListener('beforeprint', listen)
    return () => window.removeEventListener('beforeprint', listen)
  }, [])
  const print = async () => {
    try {
      const part = await loadPart(() => import('./print-case.tsx'))
      setPrintCase(() => part.PrintCase)
    } catch (problem) {
      failWithToast(words.printNotReady, problem)
    }
  }
  const printing = PrintCase && (
    <PrintCase
      details={details}
      papers={papers}
      onRecord={record}
      onPrint={printRecorded}
      onDone={() => setPrintCase(undefined)}
    />
  )
  return { print, printing }
}
