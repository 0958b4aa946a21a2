/** A readable file size: `340 kB`, `1.2 MB`. */
import { documentWords as words } from '#words/aid/documents.ts'

const MEGABYTE = 1_000_000

export function fileSize(bytes: number): string {
  return bytes < MEGABYTE
    ? words.kilobytes(Math.max(1, Math.round(bytes / 1000)))
    : words.megabytes(Math.round(bytes / 100_000) / 10)
}
