/** Checks in the page that a gift is in the public log. The code that checks is loaded when the button is pressed. */
import { useState } from 'react'
import { nairaToKobo } from '../../../contract/money.ts'
import type { Checked, Expected, ReceiptProof, Step } from '../../../contract/proof/receipt.ts'
import { call, NetworkFailure } from '../../api/client.ts'
import { failureSentence } from '../../api/failure-sentence.ts'
import { loadPart } from '../../lib/load-part.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { trail as words } from '#words/trail.ts'
import { keepCheckpoint, keptCheckpoint } from './kept-checkpoint.ts'
import { QrCode } from './qr-code.tsx'
import type { Receipt } from './receipt-sheet.tsx'

type State =
  | { readonly is: 'idle' | 'checking' }
  | { readonly is: 'failed'; readonly problem: unknown }
  | { readonly is: 'checked'; readonly checked: Checked; readonly proof: ReceiptProof; readonly file: string }

interface CheckGiftProps {
  code: string
  /** What the receipt says. */
  receipt: Receipt
  isLogged: boolean
}

export function CheckGift({ code, receipt, isLogged }: CheckGiftProps) {
  const [state, setState] = useState<State>({ is: 'idle' })
  const check = async () => {
    setState({ is: 'checking' })
    try {
      setState(await checkGift(code, shownOf(receipt)))
    } catch (problem) {
      setState({ is: 'failed', problem })
    }
  }
  return (
    <div className="mt-6 grid gap-3">
      <h3 className="text-lg">{words.checkTitle}</h3>
      <p>{isLogged ? words.checkLead : words.notLogged}</p>
      {isLogged && (
        <Button className="justify-self-start" busy={state.is === 'checking'} onClick={() => void check()}>
          {state.is === 'checking' ? words.checking : state.is === 'idle' ? words.check : words.again}
        </Button>
      )}
      <div aria-live="polite">
        {state.is === 'failed' && (
          <Banner tone="bad" title={failureSentence(state.problem)}>
            {null}
          </Banner>
        )}
        {state.is === 'checked' && <Outcome {...state} address={`${window.location.origin}/receipts/${code}`} />}
      </div>
    </div>
  )
}

function shownOf({ amount, donation_type: fund, paid_at: paidAt }: Receipt): Expected['shown'] {
  const kobo = nairaToKobo(amount)
  if (kobo === null || paidAt === null) return undefined
  return { amount: kobo, fund, day: new Date(paidAt).toISOString().slice(0, 10) }
}

/** Nothing of the gift leaves the browser beyond the receipt code, which the page has asked with before. */
async function checkGift(code: string, shown: Expected['shown']): Promise<State> {
  const [{ checkReceipt, hashReceiptCode, writeProofFile }, { tilePath }] = await Promise.all([
    loadPart(() => import('../../../contract/proof/receipt.ts')),
    loadPart(() => import('../../../contract/proof/merkle.ts')),
  ])
  const proof = await call('GET /api/receipts/:code/proof', { params: { code } })
  const kept = keptCheckpoint()
  const checked = await checkReceipt(proof, {
    receipt: await hashReceiptCode(code),
    ...(kept && { kept }),
    ...(shown && { shown }),
    loadEd25519: async () => (await loadPart(() => import('./ed25519.ts'))).isSigned,
    async readTile(level, index, width) {
      const answer = await fetch(`/log/${tilePath(level, index, width)}`)
      // A tile that the log does not have is its fault, and does not fit. A server that is busy is none.
      if (!answer.ok && answer.status !== 404) throw new NetworkFailure()
      return new Uint8Array(await answer.arrayBuffer())
    },
  })
  const fits = checked.steps.every(({ outcome }) => outcome === 'fits' || outcome === 'left_out')
  if (fits) keepCheckpoint({ note: proof.checkpoint, keys: proof.keys })
  return { is: 'checked', checked, proof, file: proof.entries.length > 0 ? writeProofFile(proof) : '' }
}

interface OutcomeProps extends Extract<State, { is: 'checked' }> {
  /** Of the receipt, for anyone else who wants to check. */
  address: string
}

function Outcome({ checked: { steps, size = 0 }, file, address }: OutcomeProps) {
  const wrong = steps.some(({ outcome }) => outcome === 'does_not_fit')
  return (
    <div className="grid gap-3">
      <ol className="check-steps">
        {steps.map((step) => (
          <StepLine key={step.name} step={step} />
        ))}
      </ol>
      {wrong ? (
        <Banner tone="bad" title={words.somethingWrong}>
          {words.whatToDo}
        </Banner>
      ) : (
        <p className="font-semibold">{words.allFit(size.toLocaleString('en-NG'))}</p>
      )}
      {file !== '' && (
        <>
          <Button
            look="outline"
            className="justify-self-start"
            onClick={() => saveFile(words.fileName, file, 'text/plain')}
          >
            {words.save}
          </Button>
          <p className="text-sm text-soft">{words.saveHint}</p>
        </>
      )}
      <p>{words.scan}</p>
      <QrCode text={address} className="qr-code" />
    </div>
  )
}

const TONES = {
  fits: 'good',
  left_out: 'plain',
  does_not_fit: 'bad',
  not_reached: 'plain',
} as const satisfies Record<Step['outcome'], BadgeTone>

function StepLine({ step: { name, outcome, fault } }: { step: Step }) {
  return (
    <li data-outcome={outcome}>
      <span>
        {words.steps[name]}
        {fault !== undefined && <span className="block text-sm">{fault}</span>}
      </span>
      <p>
        <Badge tone={TONES[outcome]}>{words.outcomes[outcome]}</Badge>
      </p>
    </li>
  )
}
