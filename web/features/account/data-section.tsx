/** Your data: exporting a copy, and closing the account. */
import { ownFileName } from '../../words/site.ts'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useAct } from '../../lib/use-act.ts'
import { dayOfMoment } from '../../lib/days.ts'
import { saveFile } from '../../lib/save-file.ts'
import { account as words } from '#words/people/account.ts'
import { accountToasts as toasts } from '#words/people/account-toasts.ts'
import type { SignedIn } from '../../api/session/session.ts'
import { failWithToast } from '../../lib/fail-with-toast.ts'
import { CloseDialog } from './close-dialog.tsx'
import { SectionLayout } from './section-layout.tsx'
import { useFocusBack } from '../../lib/use-focus-back.ts'

interface DataSectionProps {
  session: SignedIn
  /** Called when the account is closed, before the session ends. */
  onClosed: () => void
}

export function DataSection({ session, onClosed }: DataSectionProps) {
  const [closing, setClosing] = useState(false)
  const { place, focusBack } = useFocusBack()
  return (
    <SectionLayout section="data">
      <Card title={words.downloadTitle} level={3}>
        <p className="mt-2 text-soft">{words.downloadLead}</p>
        <DownloadButton session={session} />
      </Card>
      <div ref={place} tabIndex={-1} className="outline-none">
        <Card title={words.closeTitle} level={3}>
          <p className="mt-2 text-soft">{words.closeLead}</p>
          <Button look="outline" className="mt-5" onClick={() => setClosing(true)}>
            {words.closeAccount}
          </Button>
        </Card>
      </div>
      {closing && (
        <CloseDialog session={session} onClosed={onClosed} onClose={() => focusBack(() => setClosing(false))} />
      )}
    </SectionLayout>
  )
}

function DownloadButton({ session: { bearer } }: { session: SignedIn }) {
  const { busy, run } = useAct()
  const download = async () => {
    const data = await call('GET /api/account/data', { bearer })
    const name = ownFileName(`my-data-${dayOfMoment(new Date(data.taken_at))}.json`)
    saveFile(name, JSON.stringify(data, null, 2), 'application/json')
  }
  return (
    <Button className="mt-5" busy={busy} onClick={() => void run(toasts.dataFailed, download, failWithToast)}>
      {busy ? words.downloading : words.download}
    </Button>
  )
}
