/** Files that could act when they are opened, and names that would make them. */
import { beforeEach, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { useAuthServer } from '../../test/support/auth-server.ts'
import { dataFolder, docx, pdf, person, photo, type Person } from '../../test/support/documents.ts'
import { onlyRow } from '../lib/db/db.ts'

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
