/** Layers above the page. */
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { showToast } from '../../lib/toast-store.ts'
import { Sample } from './sample.tsx'

export function LayerSamples() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Sample title="Dialog" note="The browser's own: it holds the focus, closes with Escape and gives the focus back.">
        <div className="sample-row">
          <Button look="outline" onClick={() => setOpen(true)}>
            Open a dialog
          </Button>
        </div>
        {open && (
          <Dialog title="Message sent" lead="Thank you for your message!" onClose={() => setOpen(false)}>
            <div className="sample-row">
              <Button onClick={() => setOpen(false)}>Close</Button>
            </div>
          </Dialog>
        )}
      </Sample>
      <Sample title="Toast" note="At most one. A plain one leaves by itself; one about a failure stays.">
        <div className="sample-row">
          <Button look="outline" onClick={() => showToast({ kind: 'plain', title: 'Signed out' })}>
            Show a plain toast
          </Button>
          <Button
            look="outline"
            onClick={() =>
              showToast({
                kind: 'destructive',
                title: 'Failed to initiate payment',
                description: 'The payment provider does not answer right now. Nothing was charged.',
              })
            }
          >
            Show a toast about a failure
          </Button>
        </div>
      </Sample>
    </>
  )
}
