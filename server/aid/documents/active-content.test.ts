/** Files that could act when they are opened, and names that would make them. */
import { deflateSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { DOCUMENT_BYTES_MAX } from '../../../contract/aid/document-limits.ts'
import { prepareFile } from '../../../web/lib/prepare-file.ts'
import { useAuthServer } from '../../../test/support/auth-server.ts'
import { dataFolder, docx, pdf, person, photo, zip, type Person } from '../../../test/support/documents.ts'
import { onlyRow } from '../../platform/db/db.ts'

const auth = useAuthServer({ DATA_DIR: dataFolder() })
let ada: Person
beforeEach(async () => {
  ada = await person(auth)
})

const upload = async (name: string, body: Buffer<ArrayBuffer>) => {
  const path = ada.path(name)
  const { response, body: answer } = await ada.call('POST', `/object/documents/${encodeURI(path)}`, { body })
  return { path, status: response.status, answer }
}
const relationship = (attributes: string) => `<Relationships><Relationship Id="a" ${attributes}/></Relationships>`
const field = (text: string) => `<w:fldChar w:fldCharType="begin"/><w:instrText>${text}</w:instrText>`
const instruction = (text: string) => docx(`<w:p>${field('PAGE')}${text}</w:p>`)
const OUTSIDE = 'Target="https://evil.example/a"'

const ACTIVE: Readonly<Record<string, Buffer<ArrayBuffer>>> = {
  'a macro': docx('x', {}, { 'word/vbaProject.bin': 'x' }),
  'a macro in capitals': docx('x', {}, { 'WORD/VBAPROJECT.BIN': 'x' }),
  'a control': docx('x', {}, { 'word/activeX/activeX1.xml': '<x/>' }),
  'an embedded object': docx('x', {}, { 'word/embeddings/oleObject1.bin': 'x' }),
  'a page': docx('x', {}, { 'word/a.html': 'x' }),
  'an external template': docx(
    'x',
    { deflated: true },
    {
      'word/_rels/settings.xml.rels': relationship(`Type="x/attachedTemplate" ${OUTSIDE} TargetMode="External"`),
    },
  ),
  'an external picture': docx(
    'x',
    {},
    { 'word/_rels/document.xml.rels': relationship(`${OUTSIDE} TargetMode = 'External'`) },
  ),
  'a link, its mode written in another way': docx(
    'x',
    {},
    {
      'word/_rels/document.xml.rels': relationship(`${OUTSIDE} TargetMode="&#69;xternal"`),
    },
  ),
  'a field that starts a program': instruction(field(' DDEAUTO c:\\a.exe ')),
  'a field in pieces': instruction(`${field('INCLUDE')}<w:instrText>PICTURE "http://evil.example"</w:instrText>`),
  'a field with a reference': instruction(field('&#60;&#68;DE &#68;DE a')),
  'a simple field': docx('<w:fldSimple w:instr="INCLUDETEXT http://evil.example"/>'),
  'a link as a field': instruction(field('HYPERLINK "https://evil.example"')),
}
const UNREADABLE: Readonly<Record<string, Buffer<ArrayBuffer>>> = {
  'entities of its own': docx('x', {}, { 'word/_rels/a.xml.rels': '<!DOCTYPE a [<!ENTITY e "External">]><a/>' }),
  'another encoding': docx('x', {}, { 'word/a.xml': '<?xml version="1.0" encoding="UTF-7"?><a/>' }),
  'more than 20 MB of text': docx('x'.repeat(21 * 1024 * 1024), { deflated: true }),
}

test('a Word document that could act is refused, and the person is told to send a PDF', async () => {
  for (const [what, bytes] of Object.entries(ACTIVE)) {
    const message = 'This Word document has macros, links or parts from elsewhere. Save it as a PDF and send that.'
    const { status, answer } = await upload('letter.docx', bytes)
    expect([what, status, answer]).toEqual([what, 415, { statusCode: '415', error: 'active_document', message }])
  }
  for (const [what, bytes] of Object.entries(UNREADABLE)) {
    const { status, answer } = await upload('letter.docx', bytes)
    expect([what, status, answer]).toMatchObject([what, 415, { error: 'invalid_mime_type' }])
  }
  const query = sql`select count(*)::int as files from stored_files`
  expect(await onlyRow(auth.server.core.db, query, z.object({ files: z.number() }))).toEqual({ files: 0 })
})

/** Bytes in the middle of its last file are other ones. */
function damaged(bytes: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const text = bytes.indexOf('word/document.xml') + 'word/document.xml'.length
  return bytes.fill(0xff, text + 8, text + 20)
}

/** The file's dictionary, in the clear or in an object stream. */
function pdfWith(dictionary: string, isPacked = false): Buffer<ArrayBuffer> {
  const objects = deflateSync(Buffer.from(`8 0 ${dictionary}`))
  const head = `7 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${objects.length} >>\nstream\n`
  const parts = isPacked ? [head, objects, '\nendstream\nendobj\n'] : [`8 0 obj\n${dictionary}\nendobj\n`]
  return Buffer.concat(['%PDF-1.7\n', ...parts, '%%EOF\n'].map((part) => Buffer.from(part)))
}
const SCRIPT = '<< /S /JavaScript /JS (app.alert(1)) >>'

test('a PDF that could act, or cannot be checked, is refused, and the person is told to print or photograph it', async () => {
  const acts = [pdfWith(SCRIPT), pdfWith(SCRIPT, true), pdfWith('<< /S /Launch /F (a.exe) >>', true)]
  for (const bytes of acts) {
    const { status, answer } = await upload('bill.pdf', bytes)
    expect([status, answer]).toMatchObject([
      415,
      { error: 'active_document', message: expect.stringMatching(/^This PDF has a script/) },
    ])
  }
  const closed = Buffer.concat([pdfWith('<< >>', true), Buffer.from('trailer << /Encrypt 3 0 R >>')])
  expect(await upload('bill.pdf', closed)).toMatchObject({ status: 415, answer: { error: 'protected_document' } })
  const query = sql`select count(*)::int as files from stored_files`
  expect(await onlyRow(auth.server.core.db, query, z.object({ files: z.number() }))).toEqual({ files: 0 })
})

test('what the page takes, the server takes, and the other way round', async () => {
  const beginning = (text: string) => Buffer.concat([Buffer.from(text, 'latin1'), Buffer.alloc(3000, 'x')])
  const kinds: Readonly<Record<string, Buffer<ArrayBuffer>>> = {
    'a JPEG': await photo(),
    'a PNG': await photo('png'),
    'a WebP': await photo('webp'),
    'a PDF': pdf(),
    'a PDF after an empty line': Buffer.concat([Buffer.from('\r\n'), pdf()]),
    'a PDF with packed objects': pdfWith('<< /Type /Page >>', true),
    'a PDF with a script': pdfWith(SCRIPT),
    'a PDF with a packed script': pdfWith(SCRIPT, true),
    'a PDF with a program': pdfWith('<< /EmbeddedFiles 3 0 R /UF (a.exe) >>', true),
    'a PDF with the data of an invoice': pdfWith('<< /EmbeddedFiles 3 0 R /UF (a.xml) >>', true),
    'a page that names a PDF': beginning('<html>%PDF-1.7'),
    'a Word document': docx('a letter'),
    'a packed Word document': docx('a letter', { deflated: true }),
    ...ACTIVE,
    ...UNREADABLE,
    'a Word document cut short': docx('a letter').subarray(0, -30),
    'a Word document with damaged text': damaged(docx('a letter '.repeat(500), { deflated: true })),
    'an archive': zip({ 'a.txt': 'Dear reviewer' }),
    'a spreadsheet': zip({
      '[Content_Types].xml':
        '<Types><Override ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
    }),
    'a HEIC photo': beginning('\0\0\0\u0018ftypheic\0\0\0\0mif1heic'),
    'an AVIF picture': beginning('\0\0\0\u0018ftypavif\0\0\0\0avif'),
    'a GIF': beginning('GIF89a'),
    'a program': beginning('MZ'),
    'a text': beginning('Dear reviewer'),
    'an empty file': Buffer.alloc(0),
    'a PDF of more than 10 MB': pdf('x', DOCUMENT_BYTES_MAX + 1),
  }
  const taken: [string, { page: boolean; server: boolean }][] = []
  // One after the other: a person may not send so many at once.
  for (const [kind, bytes] of Object.entries(kinds)) {
    const { is } = await prepareFile(new File([bytes], 'bill.pdf'))
    taken.push([kind, { page: is === 'ready', server: (await upload('bill.pdf', bytes)).status === 200 }])
  }
  for (const [kind, { page, server }] of taken) expect([kind, page]).toEqual([kind, server])
  expect(taken.filter(([, { page }]) => page).map(([kind]) => kind)).toEqual([
    'a JPEG',
    'a PNG',
    'a WebP',
    'a PDF',
    'a PDF after an empty line',
    'a PDF with packed objects',
    'a PDF with the data of an invoice',
    'a Word document',
    'a packed Word document',
  ])
})

test('an ordinary Word document is taken: parts of its own, page numbers, a table of contents', async () => {
  const own = { 'word/_rels/document.xml.rels': relationship('Target="media/a.jpeg"'), 'word/media/a.jpeg': '\0\xFF' }
  const text = `${field('PAGE')}${field(' TOC \\o ')}${field(' HYPERLINK \\l "_Toc1" ')} a link to DDE`
  expect((await upload('letter.docx', docx(text, {}, own))).status).toBe(200)
})

test('a download is named after its content, whatever its name or the address says', async () => {
  const nameOf = async (name: string, bytes: Buffer<ArrayBuffer>, download?: string) => {
    const { path } = await upload(name, bytes)
    const { data } = await ada.bucket.createSignedUrl(path, 60)
    const as = download === undefined ? '' : `&download=${encodeURIComponent(download)}`
    const { headers } = await auth.server.app.request(`${data?.signedUrl}${as}`)
    return /filename="([^"]*)"/.exec(headers.get('content-disposition') ?? '')?.[1]
  }
  expect([
    await nameOf('scan.hta', pdf()),
    await nameOf('scan.pdf', pdf(), 'run.bat. '),
    await nameOf('scan.pdf', pdf(), 'a\u202Efdp.exe'),
    await nameOf('photo.JPEG', await photo()),
    await nameOf('photo.png', await photo()),
    await nameOf('letter.docx', docx()),
    await nameOf(`${'a'.repeat(196)}.exe`, pdf()),
  ]).toEqual([
    'scan.hta.pdf',
    'run.bat.pdf',
    'a_fdp.exe.pdf',
    'photo.JPEG',
    'photo.png.jpg',
    'letter.docx',
    `${'a'.repeat(196)}.pdf`,
  ])
})
