/** PDFs that are refused: made-up ones that act, each hidden in every way that we know. And ordinary ones, which are accepted. */
import { deflateSync, inflate } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { faultOfPdf, type Inflate } from './pdf-content.ts'

const unpack: Inflate = (bytes) => new Promise((resolve) => inflate(bytes, (error, out) => resolve(error ? null : out)))
const latin = (text: string) => Buffer.from(text, 'latin1')
const fault = (...parts: readonly (string | Buffer)[]) => {
  const whole = ['%PDF-1.7\n', ...parts, '\ntrailer << /Root 1 0 R >>\n%%EOF\n']
  return faultOfPdf(
    new Uint8Array(Buffer.concat(whole.map((part) => (typeof part === 'string' ? latin(part) : part)))),
    unpack,
  )
}
const object = (body: string) => `7 0 obj\n${body}\nendobj\n`
const packed = (body: string, more = '/Filter /FlateDecode', type = '/Type /ObjStm') => {
  const data = more === '' ? latin(`8 0 ${body}`) : deflateSync(latin(`8 0 ${body}`))
  return [
    `9 0 obj\n<< ${type} /N 1 /First 4 ${more} /Length ${data.length} >>\nstream\r\n`,
    data,
    '\nendstream\nendobj\n',
  ]
}

const ACTIVE: Readonly<Record<string, string>> = {
  'a script': '<< /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >>',
  'a script without a space': '<</S/JavaScript/JS(app.alert(1))>>',
  'a script under names': '<< /Names << /JavaScript 8 0 R >> >>',
  'a script by reference': '<< /S 12 0 R /JS 13 0 R >>',
  'a script in hexadecimal digits': '<< /AA << /O << /JS <6170> >> >> >>',
  'a kind in a separate object': '/JavaScript',
  'escaped names': '<< /S /J#61vaScri#70t /J#53 (x) >>',
  'a comment between': '<< /S %x\n/Launch /F (cmd.exe) >>',
  'a program': '<< /S /Launch /Win << /F (cmd.exe) >> >>',
  'a form that is sent': '<< /S /SubmitForm /F (http://evil.example) >>',
  'imported data': '<< /S /ImportData /F (a.fdf) >>',
  'an attached program': '<< /Type /Filespec /F (evil.exe) /EF << /F 8 0 R >> >> << /Type /EmbeddedFile >>',
  'an attached program beside a harmless name': '<< /F (a.txt) /UF (a.txt.scr) >> << /EmbeddedFiles 8 0 R >>',
  'an attached program, its name in UTF-16': '<< /UF <FEFF0061002E006500780065> >> << /Type /EmbeddedFile >>',
  'an attached file without a name': '<< /Type /EmbeddedFile >>',
}
const ORDINARY: Readonly<Record<string, string>> = {
  'a page': '<< /Type /Page /Contents 8 0 R >>',
  'a link to a page with such a name': '<< /S /URI /URI (https://example.org/Launch/JavaScript) >>',
  'an outline': '<< /Type /Outlines /First 12 0 R /Last 13 0 R >>',
  'a form that is filled in': '<< /FT /Tx /T (name) /F 4 >>',
  'an invoice with its data': '<< /F (factur-x.xml) /UF <FEFF0061002E0078006D006C> >> << /Type /EmbeddedFile >>',
  'a link to a place': '<< /S /GoTo /D [3 0 R /Fit] >>',
}

describe.each(Object.entries(ACTIVE))('%s', (_, body) => {
  test('is found, also in an object stream, packed or not', async () => {
    expect(await fault(object(body))).toBe('active')
    expect(await fault(...packed(body))).toBe('active')
    expect(await fault(...packed(body, '/Filter[/Fl]'))).toBe('active')
    expect(await fault(...packed(body, ''))).toBe('active')
    expect(await fault(...packed(body, '/Filter /FlateDecode', ''))).toBe('active')
    expect(await fault(...packed(body, '/Fi#6cter /Fl#61teDecode', '/Type /Obj#53tm'))).toBe('active')
    expect(await fault(...packed('<< /Type /Page >>'), ...packed(body), object('<< >>'))).toBe('active')
  })
})

test.each(Object.entries(ORDINARY))('%s is taken', async (_, body) => {
  expect(await fault(object(body))).toBeNull()
  expect(await fault(...packed(body))).toBeNull()
})

test('objects that cannot be read are refused: encrypted, packed in another way, broken, or in disguise', async () => {
  const page = '<< /Type /Page >>'
  expect(await fault(...packed(page), '<< /Encrypt 5 0 R >>')).toBe('closed')
  for (const filter of ['/Filter /LZWDecode', '/Filter [/ASCIIHexDecode /FlateDecode]', '/Filter 5 0 R'])
    expect(await fault(...packed(page, filter))).toBe('closed')
  expect(await fault(...packed(page, '/Filter /FlateDecode /DecodeParms << /Predictor 12 >>'))).toBe('closed')
  expect(await fault('9 0 obj << /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode >> stream\nbroken')).toBe('closed')
  expect(await fault(...packed(page, '/Filter /FlateDecode (obj)'))).toBe('closed')
  // Without object streams everything is in the clear.
  expect(await fault(object(page), '<< /Encrypt 5 0 R >>')).toBeNull()
})
