/** Whether the reader's browser asks for little data. */
import { isRecord } from '../../../api/is-record.ts'

export function isSavingData(): boolean {
  const connection: unknown = 'connection' in navigator ? navigator.connection : undefined
  return isRecord(connection) && connection.saveData === true
}
