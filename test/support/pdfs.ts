/** PDFs of different kinds: with text, with a faxed page, and with a password. */

/** Numbered from 1. */
type Objects = readonly (string | Buffer)[]

/** A4 pages, one for each text, and a faxed page at the end: a black square without text. */
export function realPdf(texts: readonly string[]): Buffer<ArrayBuffer> {
  const first = 5
  const pages = [...texts, undefined]
  const kids = pages.map((_, index) => `${first + 2 * index} 0 R`).join(' ')
  const bodies = pages.flatMap((text, index) => {
    const place = text === undefined ? '200 0 0 200 100 400 cm /Fax Do' : `BT /F1 24 Tf 72 720 Td (${text}) Tj ET`
    return [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${first + 2 * index + 1} 0 R
          /Resources << /Font << /F1 3 0 R >> /XObject << /Fax 4 0 R >> >> >>`,
      `<< /Length ${place.length} >>\nstream\n${place}\nendstream`,
    ]
  })
  return written([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    FAX,
    ...bodies,
  ])
}

/** Sixteen lines in the encoding of fax machines (CCITT group 4): each bit repeats the previous line. */
const FAX = Buffer.concat([
  Buffer.from(`<< /Type /XObject /Subtype /Image /Width 16 /Height 16 /ColorSpace /DeviceGray /BitsPerComponent 1
    /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 16 /Rows 16 /BlackIs1 true >> /Length 2 >>\nstream\n`),
  Buffer.from([0xff, 0xff]),
  Buffer.from('\nendstream'),
])

/** A PDF with an unknown password. */
export function lockedPdf(): Buffer<ArrayBuffer> {
  const secret = 'ab'.repeat(32)
  return written(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
      `<< /Filter /Standard /V 1 /R 2 /P -4 /O <${secret}> /U <${secret}> >>`,
    ],
    `/Encrypt 4 0 R /ID [<${secret}> <${secret}>]`,
  )
}

function written(objects: Objects, trailer = ''): Buffer<ArrayBuffer> {
  const parts = [Buffer.from('%PDF-1.7\n')]
  const places: number[] = []
  let at = parts[0]?.length ?? 0
  for (const [index, body] of objects.entries()) {
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(body), Buffer.from('\nendobj\n')])
    places.push(at)
    at += part.length
    parts.push(part)
  }
  const entries = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`
  const end = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${at}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(table + end)])
}
