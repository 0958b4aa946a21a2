/** The receipts and signed slips of a hand-over. */
import { useState } from 'react'
import { failWithToast } from '../../../lib/fail-with-toast.ts'
import { signDocument } from '../../../lib/open-document.ts'
import { Button } from '../../../ui/button.tsx'
import { applicationToasts as toasts } from '#words/common/toasts.ts'
import { useAdministration } from '../../desk/administration.ts'
import type { Disbursement } from './payment-name.ts'

export function EvidenceLinks({ evidence }: Pick<Disbursement, 'evidence'>) {
  const { bearer } = useAdministration()
  const [busy, setBusy] = useState<string>()
  const open = async (paper: Disbursement['evidence'][number]) => {
    setBusy(paper.id)
    try {
      window.location.assign(await signDocument(paper, bearer))
    } catch (problem) {
      failWithToast(toasts.notOpened, problem)
    } finally {
      setBusy(undefined)
    }
  }
  return (
    <div className="act-line">
      {evidence.map((paper) => (
        <Button
          key={paper.id}
          look="quiet"
          className="button-small wrap-anywhere"
          busy={busy === paper.id}
          onClick={() => void open(paper)}
        >
          {paper.name}
        </Button>
      ))}
    </div>
  )
}
