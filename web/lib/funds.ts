/** The funds as pages know them: the only place that reads them. Until the server has told, they are the spec's six. */
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { DONATION_TYPES, donationTypeNames, type DonationType } from '../../contract/money/funds.ts'
import { call, type CallReply } from '../api/client.ts'

type Told = CallReply<'GET /api/funds'>
type KnownFund = Pick<Told['funds'][number], 'fund' | 'title' | 'open'>

const FIRST: readonly KnownFund[] = DONATION_TYPES.map((fund) => ({ fund, title: donationTypeNames[fund], open: true }))
let known = FIRST
let asked = false
const listeners = new Set<() => void>()

/** The funds with their figures; from now on every page knows the funds by them. */
export async function readFunds(signal?: AbortSignal): Promise<Told> {
  const told = await call('GET /api/funds', signal ? { signal } : {})
  known = told.funds
  asked = true
  for (const listener of listeners) listener()
  return told
}

/** Whether a fund takes gifts. The server is asked about one that is not known yet. */
export async function isOpenFund(fund: DonationType): Promise<boolean> {
  const isOpen = (funds: readonly KnownFund[]) => funds.some((each) => each.fund === fund && each.open)
  return isOpen(known) || (known === FIRST && isOpen((await readFunds()).funds))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** In the order in which they are shown, closed ones too. The page reads them elsewhere, with their figures. */
export const useKnownFunds = () =>
  useSyncExternalStore(
    subscribe,
    () => known,
    () => FIRST,
  )

/** The funds that a gift can be for, and whether the server has told them. A chosen one that it has not told yet is one of them. */
export function useOpenFunds(chosen: DonationType): { funds: readonly KnownFund[]; isTold: boolean } {
  const all = useKnownFunds()
  const funds = all.filter(({ open }) => open)
  const isTold = all !== FIRST
  const isMissing = !isTold && funds.every(({ fund }) => fund !== chosen)
  return { funds: isMissing ? [...funds, { fund: chosen, title: chosen, open: true }] : funds, isTold }
}

/** Reads the funds where no one did yet. */
export function readOnce(): void {
  if (asked) return
  asked = true
  readFunds().catch((fault: unknown) => {
    asked = false
    console.warn('The names of the funds could not be read.', fault)
  })
}

/** What a fund is called. One beside the spec's six makes the page read them. */
export function useFundNames(): (fund: DonationType) => string {
  const funds = useKnownFunds()
  const isUnknown = useRef(false)
  useEffect(() => {
    if (isUnknown.current) readOnce()
  })
  return (fund) => {
    const found = funds.find((each) => each.fund === fund)
    if (!found) isUnknown.current = true
    return found?.title ?? fund
  }
}
