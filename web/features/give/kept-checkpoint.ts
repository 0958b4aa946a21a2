/** The last checkpoint of the public log that this browser checked: the log must go on from it. It says nothing about a gift. */
import { isRecord } from '../../api/is-record.ts'

const KEY = 'taimako.checkpoint'

interface KeptCheckpoint {
  readonly note: string
  readonly keys: readonly string[]
}

export function keptCheckpoint(): KeptCheckpoint | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    if (!isRecord(kept) || typeof kept.note !== 'string' || !Array.isArray(kept.keys)) return undefined
    return { note: kept.note, keys: kept.keys.filter((key) => typeof key === 'string') }
  } catch {
    return undefined
  }
}

export function keepCheckpoint(checkpoint: KeptCheckpoint): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(checkpoint))
  } catch (fault) {
    // Storage is full or forbidden: the next check compares with nothing older.
    console.warn('The checkpoint could not be kept on this device.', fault)
  }
}
