/** Reads the entries of a log that everyone can read. */

/** An entry in clear, and its number. */
export interface ClearEntry {
  readonly index: number
  readonly values: Readonly<Record<string, unknown>>
}

/** @returns what an entry of one of these types says; undefined for any other entry */
export function readClearEntry(index: number, entry: Uint8Array, types: readonly string[]): ClearEntry | undefined {
  if (entry[0] !== 1) return undefined
  try {
    const values: unknown = JSON.parse(new TextDecoder().decode(entry.subarray(1)))
    if (typeof values !== 'object' || values === null || !('type' in values)) return undefined
    return types.some((type) => type === values.type) ? { index, values: { ...values } } : undefined
  } catch {
    return undefined
  }
}
