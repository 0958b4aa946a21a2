/** The words of uploaded documents, for applicants and staff. */
import type { DocumentType } from '../../../../contract/aid/document-limits.ts'

export const documentWords = {
  kinds: {
    'application/pdf': 'PDF',
    'image/jpeg': 'JPEG picture',
    'image/png': 'PNG picture',
    'image/webp': 'WebP picture',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word document',
  } satisfies Record<DocumentType, string>,
  kilobytes: (count: number) => `${count.toLocaleString('en-NG')} kB`,
  megabytes: (count: number) => `${count.toLocaleString('en-NG')} MB`,
  open: 'Open',
  openNamed: (name: string) => `Open ${name}`,
  opening: 'Opening …',
  save: 'Save',
  saveNamed: (name: string) => `Save ${name}`,
}
