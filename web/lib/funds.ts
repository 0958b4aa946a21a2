/** The funds as pages know them: the only place that reads them. Until the server has told, they are the spec's six. */
import { useEffect, useSyncExternalStore } from 'react'
import {
  DONATION_TYPE_DEFAULT,
  DONATION_TYPES,
  donationTypeNames,
  type DonationType,
} from '../../contract/money/funds.ts'
import { call, type CallReply } from '../api/client.ts'
import { fundNames } from '#words/money/fund-names.ts'

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

const nameIn = (funds: readonly KnownFund[], fund: DonationType) =>
  funds.find((each) => each.fund === fund)?.title ?? fund

/** What a fund is called. */
export function useFundNames(): (fund: DonationType) => string {
  const funds = useKnownFunds()
  return (fund) => nameIn(funds, fund)
}

/** What staff call a fund: the spec's word for a gift without one, unless the fund was renamed. Reads the funds where no one did yet. */
export function useStaffFundNames(): (fund: DonationType) => string {
  const funds = useKnownFunds()
  useEffect(() => {
    if (asked) return
    asked = true
    readFunds().catch((fault: unknown) => {
      asked = false
      console.warn('The names of the funds could not be read.', fault)
    })
  }, [])
  return (fund) => {
    const name = nameIn(funds, fund)
    return fund === DONATION_TYPE_DEFAULT && name === donationTypeNames.general ? fundNames.general : name
  }
}
