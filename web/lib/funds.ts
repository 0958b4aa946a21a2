/** The funds as the page carries them, and as the server has told since. */
import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { DonationType, ShownFund } from '../../contract/money/funds.ts'
import { call, type CallReply } from '../api/client.ts'
import { site } from '../words/site.ts'

type Told = CallReply<'GET /api/funds'>

let known = site.funds
let asked = false
const listeners = new Set<() => void>()

/** The funds with their figures; from now on every page knows the funds by them. */
export async function readFunds(signal?: AbortSignal): Promise<Told> {
  const told = await call('GET /api/funds', signal ? { signal } : {})
  known = told.funds
  for (const listener of listeners) listener()
  return told
}

/** Whether a fund takes gifts: true at once, or the server's answer about one that was opened after this page was made. */
export function isOpenFund(fund: DonationType): true | Promise<boolean> {
  const isOpen = (funds: readonly ShownFund[]) => funds.some((each) => each.fund === fund && each.open)
  return isOpen(known) || readFunds().then(({ funds }) => isOpen(funds))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** In the order in which they are shown, closed ones too. */
export const useKnownFunds = () =>
  useSyncExternalStore(
    subscribe,
    () => known,
    () => site.funds,
  )

/** @returns the fund, while it takes gifts */
export const useOpenFund = (fund: DonationType | undefined) =>
  useKnownFunds().find((each) => each.open && each.fund === fund)

/** The name of a fund. The server is asked about one that was opened after this page was made. */
export function useFundNames(): (fund: DonationType) => string {
  const funds = useKnownFunds()
  const isUnknown = useRef(false)
  useEffect(() => {
    if (!isUnknown.current || asked) return
    asked = true
    readFunds().catch(console.warn)
  })
  return (fund) => {
    const found = funds.find((each) => each.fund === fund)
    if (!found) isUnknown.current = true
    return found?.title ?? fund
  }
}
