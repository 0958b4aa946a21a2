/** The papers of the demo: PDFs of one page that say that they are made up. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ingest } from '../../aid/documents/ingest.ts'
import type { Core } from '../../platform/core.ts'
import { createStorage } from '../../platform/storage/create-storage.ts'

export interface DemoPaper {
  /** The applicant's name for it. */
  readonly label: string
  /** `fee-bill.pdf` */
  readonly name: string
  /** In ASCII, without brackets. */
  readonly lines: readonly string[]
}

/** The evidence of the demo's payments. */
export const RECEIPT: DemoPaper = { label: 'Receipt', name: 'demo-receipt.pdf', lines: ['Receipt'] }

/** @returns its path */
export async function storePaper(core: Core, userId: string, { name, lines }: DemoPaper): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'taimako-demo-'))
  try {
    const file = join(folder, name)
    await writeFile(file, pdfOf([...lines, '', 'Made up for the demo. No money moved.']))
    const path = `${userId}/1_${name}`
    const storage = createStorage(core.env)
    await ingest({ ...core, storage }, { file, place: { path, userId, filename: name }, overwrite: false })
    return path
  } finally {
    await rm(folder, { recursive: true })
  }
}

function pdfOf([title = '', ...lines]: readonly string[]): Buffer {
  const rest = lines.map((line) => `0 -30 Td (${line}) Tj`).join(' ')
  const text = `BT /F1 24 Tf 60 760 Td (${title}) Tj /F1 16 Tf ${rest} ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, place) => {
    const offset = file.length
    file += `${place + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`
  return Buffer.from(
    `${file}${table}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
  )
}
