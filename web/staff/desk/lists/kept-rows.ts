/**
 * The rows of the lists that were open, by address: Back shows them at once, as many as before, and at the same place. They are kept
 * in memory only, and only while the administration is open.
 */
import { createContext, use, useCallback } from 'react'
import type { ReviewedApplicationJson } from '../../../../contract/aid/admin.ts'
import type { Rows } from '../../../lib/use-loaded-list.ts'

export type KeptRows = Map<string, unknown>

export const KeptRowsContext = createContext<KeptRows>(new Map())

/** @returns reads the rows that the list of requests at this address shows */
export function useShownRequests(address: string): () => readonly ReviewedApplicationJson[] {
  const kept = use(KeptRowsContext)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each address has one list, which wrote its own rows
  return () => (kept.get(address) as Rows<ReviewedApplicationJson, unknown> | undefined)?.items ?? []
}

/** For `useLoadedList`. Each address has one list, so its rows are of that list's type. */
export function useKeptRows<Item, Reply>(
  address: string,
): {
  initial: Rows<Item, Reply> | undefined
  onRows: (rows: Rows<Item, Reply>) => void
} {
  const kept = use(KeptRowsContext)
  const onRows = useCallback((rows: Rows<Item, Reply>) => void kept.set(address, rows), [kept, address])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each address has one list, which wrote its own rows
  return { initial: kept.get(address) as Rows<Item, Reply> | undefined, onRows }
}
