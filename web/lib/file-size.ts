/** A readable file size: `340 KB`, `1.2 MB`. */
import { applications as words } from '#words/applications.ts'

const MEGABYTE = 1024 * 1024

export function fileSize(bytes: number): string {
  return bytes < MEGABYTE
    ? words.kilobytes(Math.max(1, Math.round(bytes / 1024)))
    : words.megabytes(Math.round((bytes / MEGABYTE) * 10) / 10)
}
