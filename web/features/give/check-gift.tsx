/** Checks in the page that a gift is in the public log. The code that checks is loaded when the button is pressed. */
import { useState } from 'react'
import { nairaToKobo } from '../../../contract/platform/money.ts'
import type { Checked, ReceiptProof, ShownGift, Step } from '../../../contract/proof/receipt.ts'
import { call, NetworkFailure, type CallReply } from '../../api/client.ts'
import { failureSentence } from '../../api/failure-sentence.ts'
import { loadPart } from '../../lib/load-part.ts'
import { ofMode } from '../../lib/of-mode.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { trail as words } from '#words/proof/trail.ts'
import { QrCode } from './qr-code.tsx'
import type { Receipt } from './receipt-sheet.tsx'
import { isRecord } from '../../api/is-record.ts'

type Trail = CallReply<'GET /api/receipts/:code/trail'>

type State =
  | { readonly is: 'idle' | 'checking' }
  | { readonly is: 'failed'; readonly problem: unknown }
  | { readonly is: 'checked'; readonly checked: Checked; readonly proof: ReceiptProof; readonly file: string }

/** Statements of the page about a gift. */
export interface Stated {
  readonly receipt: Receipt
  readonly trail: Trail
}

interface CheckGiftProps {
  code: string
  stated: Stated
  /** Called with what was read anew for the check: the page states this from then on. */
  onRead: (stated: Stated) => void
}

export function CheckGift({ code, stated, onRead }: CheckGiftProps) {
  const [state, setState] = useState<State>({ is: 'idle' })
  const check = async () => {
    setState({ is: 'checking' })
    try {
      setState(await checkGift(code, stated, onRead))
    } catch (problem) {
      setState({ is: 'failed', problem })
    }
  }
  const { logged: isLogged, size } = stated.trail
  return (
    <div className="grid gap-3">
      {!isLogged && <p>{words.notLogged}</p>}
      {size > 0 && (
        <>
          <h3 className="text-lg">{words.checkTitle}</h3>
          <p>{words.checkLead}</p>
          <Button className="justify-self-start" busy={state.is === 'checking'} onClick={() => void check()}>
            {state.is === 'checking' ? words.checking : state.is === 'idle' ? words.check : words.again}
          </Button>
        </>
      )}
      <div aria-live="polite">
        {state.is === 'failed' && (
          <Banner tone="bad" title={failureSentence(state.problem)}>
            {null}
          </Banner>
        )}
        {state.is === 'checked' && (
          <Outcome {...state} isLogged={isLogged} address={`${window.location.origin}/receipts/${code}`} />
        )}
      </div>
    </div>
  )
}

/** An amount that is none is no sum of the log. */
const koboOf = (amount: number) => nairaToKobo(amount) ?? -1n

const shownOf = ({ receipt, trail }: Stated): ShownGift => ({
  amount: koboOf(receipt.amount),
  fund: receipt.donation_type,
  day: receipt.paid_at === null ? '' : new Date(receipt.paid_at).toISOString().slice(0, 10),
  status: receipt.status,
  size: trail.size,
  logged: trail.logged,
  counted: koboOf(trail.counted),
  waiting: koboOf(trail.waiting),
  givenBack: koboOf(trail.given_back),
  givenBackNow: koboOf(receipt.given_back),
  shares: trail.shares,
})

/** A checkpoint may be signed between two answers, so a fault counts once everything was read anew. */
const ATTEMPTS = 3

async function checkGift(code: string, stated: Stated, onRead: (stated: Stated) => void): Promise<State> {
  const params = { code }
  for (let shown = stated, attempt = 1; ; attempt += 1) {
    const state = await checkOnce(code, shownOf(shown))
    if (attempt === ATTEMPTS || state.checked.steps.every(({ outcome }) => outcome !== 'does_not_fit')) return state
    const [receipt, trail] = await Promise.all([
      call('GET /api/receipts/:code', { params }),
      call('GET /api/receipts/:code/trail', { params }),
    ])
    shown = { receipt, trail }
    onRead(shown)
  }
}

/** Nothing of the gift leaves the browser beyond the receipt code, which the page has asked with before. */
async function checkOnce(code: string, shown: ShownGift): Promise<Extract<State, { is: 'checked' }>> {
  const [{ checkReceipt, hashReceiptCode, writeProofFile }, { tilePath }] = await Promise.all([
    loadPart(() => import('../../../contract/proof/receipt.ts')),
    loadPart(() => import('../../../contract/proof/merkle.ts')),
  ])
  const proof = await call('GET /api/receipts/:code/proof', { params: { code } })
  const kept = keptCheckpoint()
  const checked = await checkReceipt(proof, {
    receipt: await hashReceiptCode(code),
    ...(kept && { kept }),
    shown,
    loadEd25519: async () => (await loadPart(() => import('./ed25519.ts'))).isSigned,
    async readTile(level, index, width) {
      const answer = await fetch(`/log/${tilePath(level, index, width)}`)
      // A tile that the log does not have is none of 32 bytes a hash, so the step is not checked.
      if (!answer.ok && answer.status !== 404) throw new NetworkFailure()
      return new Uint8Array(await answer.arrayBuffer())
    },
  })
  const fits = checked.steps.every(({ outcome }) => outcome === 'fits' || outcome === 'left_out')
  if (fits) keepCheckpoint({ note: proof.checkpoint, keys: proof.keys })
  return { is: 'checked', checked, proof, file: proof.entries.length > 0 ? writeProofFile(proof) : '' }
}

interface OutcomeProps extends Extract<State, { is: 'checked' }> {
  isLogged: boolean
  /** Address of the receipt, for anyone else who wants to check. */
  address: string
}

function Outcome({ checked: { steps, size = 0 }, file, isLogged, address }: OutcomeProps) {
  const has = (each: Step['outcome']) => steps.some(({ outcome }) => outcome === each)
  const [wrong, unchecked] = [has('does_not_fit'), has('unchecked')]
  return (
    <div className="grid gap-3">
      <ol className="steps">
        {steps.map((step) => (
          <StepLine key={step.name} step={step} />
        ))}
      </ol>
      {wrong && (
        <Banner tone="bad" title={words.somethingWrong}>
          {words.whatToDo}
        </Banner>
      )}
      {!wrong && unchecked && (
        <Banner tone="note" title={words.notChecked}>
          {words.notCheckedHint}
        </Banner>
      )}
      {!wrong && !unchecked && (
        <p className="font-semibold">{(isLogged ? words.allFit : words.nothingLogged)(size.toLocaleString('en-NG'))}</p>
      )}
      <p className="text-sm text-soft">{words.notCompared}</p>
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
  unchecked: 'waiting',
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

/** The last checkpoint of the public log that this browser checked: the log must go on from it. It says nothing about a gift. */
const KEY = 'taimako.checkpoint'

interface KeptCheckpoint {
  readonly note: string
  readonly keys: readonly string[]
}

function keptCheckpoint(): KeptCheckpoint | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(ofMode(KEY)) ?? 'null')
    if (!isRecord(kept) || typeof kept.note !== 'string' || !Array.isArray(kept.keys)) return undefined
    return { note: kept.note, keys: kept.keys.filter((key) => typeof key === 'string') }
  } catch {
    return undefined
  }
}

function keepCheckpoint(checkpoint: KeptCheckpoint): void {
  try {
    localStorage.setItem(ofMode(KEY), JSON.stringify(checkpoint))
  } catch (fault) {
    // Storage is full or forbidden: the next check compares with nothing older.
    console.warn('The checkpoint could not be kept on this device.', fault)
  }
}
