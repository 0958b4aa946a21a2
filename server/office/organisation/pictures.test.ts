/** The pictures of an organisation: its logo, and the photo of its home page. */
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Organisation } from '../../../contract/platform/organisation.ts'
import { newAdministrator, type Administrator } from '../../../test/support/administering.ts'
import {
  ORGANISATION_PATH as PATH,
  publishOrganisation as publish,
  renderShown,
  saveOrganisation as save,
} from '../../../test/support/organisation.ts'
import { testServer, type TestServer } from '../../../test/support/server.ts'
import { onlyRow } from '../../platform/db/db.ts'
import { exportOrganisation, importOrganisation } from './organisation-file.ts'
import { requirePlainDrawing } from './pictures.ts'

let server: TestServer
let halima: Administrator
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.empty()
  await server.core.organisation.refresh()
  halima = await newAdministrator(server, 'halima')
})

describe('a logo', () => {
  const drawn = (inner: string, attributes = '') =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"${attributes}>${inner}</svg>`
  const send = (content: string) =>
    halima.call('POST', `${PATH}/pictures`, { use: 'logo', base64: Buffer.from(content).toString('base64') })

  test.each([
    [
      'paths and gradients',
      drawn(
        '<defs><linearGradient id="a"><stop offset="0" stop-color="#fff"/></linearGradient></defs><path d="M0 0h8v8z" fill="url(#a)"/>',
      ),
    ],
    [
      'a declaration, comments and a title',
      `<?xml version="1.0"?><!-- drawn by hand -->${drawn('<title>Us</title><g><rect width="8" height="8"/></g>')}`,
    ],
  ])('may have %s', (_, drawing) => {
    expect(() => requirePlainDrawing(drawing)).not.toThrow()
  })

  test('that is a picture is encoded anew, and one too detailed is refused in words', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const picture = (side: number, more: object) =>
      sharp({ create: { width: side, height: side, channels: 3, background: '#2a7', ...more } }).png({ palette: true })
    const sendPicture = async (bytes: Buffer) =>
      halima.call('POST', `${PATH}/pictures`, { use: 'logo', base64: bytes.toString('base64') })
    const text = await picture(64, {})
      .withMetadata({ exif: { IFD0: { Copyright: 'hidden' } } })
      .toBuffer()
    expect((await sendPicture(text)).status).toBe(200)
    const { bytes } = await onlyRow(
      server.core.db,
      sql`select bytes from organisation_pictures`,
      z.object({ bytes: z.instanceof(Uint8Array) }),
    )
    expect(Buffer.from(bytes).toString('latin1')).not.toContain('hidden')
    for (const side of [20, 600]) {
      const bytesOf = await picture(side, { noise }).toBuffer()
      expect(bytesOf.length).toBeLessThan(400_000)
      expect(await sendPicture(bytesOf)).toMatchObject({ status: 400, body: { fields: [{ field: 'base64' }] } })
    }
  })

  test.each([
    ['a script', drawn('<script>alert(1)</script>')],
    ['a handler', drawn('<rect width="8" height="8" onload="alert(1)"/>')],
    ['a handler on the drawing', drawn('', ' onload="alert(1)"')],
    ['a link', drawn('<a href="https://evil.example"><rect/></a>')],
    ['a picture from elsewhere', drawn('<image href="https://evil.example/x.png"/>')],
    ['a use of another file', drawn('<use href="other.svg#a"/>')],
    ['foreign content', drawn('<foreignObject><body/></foreignObject>')],
    ['a style', drawn('<style>@import "https://evil.example"</style>')],
    ['a style attribute', drawn('<rect style="background:url(https://evil.example)"/>')],
    ['a paint from elsewhere', drawn('<rect fill="url(https://evil.example#a)"/>')],
    ['an entity', `<!DOCTYPE svg [<!ENTITY a "b">]>${drawn('')}`],
    ['an animation', drawn('<animate attributeName="href" to="javascript:alert(1)"/>')],
    ['what is cut off', drawn('').slice(0, -3)],
    ['a second root', `${drawn('')}<script/>`],
    ['no drawing at all', '<html></html>'],
    ['a PDF', '%PDF-1.7'],
  ])('has no %s', async (_, drawing) => {
    expect(await send(drawing)).toMatchObject({ status: 400, body: { fields: [{ field: 'base64' }] } })
    const { stored } = await onlyRow(
      server.core.db,
      sql`select count(*)::int as stored from organisation_pictures`,
      z.object({ stored: z.number() }),
    )
    expect(stored).toBe(0)
  })
})

describe('a photo of the home page', () => {
  const Sent = z.object({ hash: z.string() })
  const Bytes = z.object({ base64: z.string() })
  const photo = () =>
    sharp({ create: { width: 900, height: 600, channels: 3, background: '#2a7' } })
      .withExif({ IFD0: { Artist: 'Amina of Gusau' } })
      .jpeg()
      .toBuffer()
  const sendAs = async (use: string, bytes: Buffer | string) =>
    halima.call('POST', `${PATH}/pictures`, { use, base64: Buffer.from(bytes).toString('base64') })
  const look = (more: object) => (of: Organisation) => ({ ...of, look: { ...of.look, ...more } })

  test('stands in the place of our drawing, encoded anew, with its words; a file brings it back', async () => {
    const { hash } = Sent.parse((await sendAs('picture', await photo())).body)
    await save(halima, look({ picture: hash, picture_text: 'A well in Gusau' }))
    await publish(halima)
    const files = await renderShown(server)
    const address = `/home-${hash.slice(0, 16)}.jpg`
    expect(files['/']).toMatch(new RegExp(`<img src="${address}" alt="A well in Gusau" width="560" height="546"`))
    const bytes = Buffer.from(Bytes.parse(files[address]).base64, 'base64')
    const { width, height, exif } = await sharp(bytes).metadata()
    expect([width, height, exif, bytes.length <= 100_000]).toEqual([840, 819, undefined, true])

    const file = await exportOrganisation(server.core)
    await server.empty()
    await server.core.organisation.refresh()
    halima = await newAdministrator(server, 'halima')
    await importOrganisation(server.core, file)
    await publish(halima)
    const again = await renderShown(server)
    expect(again['/']).toContain('alt="A well in Gusau"')
    expect(Object.keys(again).filter((name) => name.startsWith('/home-'))).toHaveLength(1)
  })

  test('is a photo: a drawing, a broken file, or the hash of a logo is refused, and no photo is a logo', async () => {
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8"/></svg>'
    for (const sent of [drawing, 'GIF89a', (await photo()).subarray(0, 300)])
      expect(await sendAs('picture', sent)).toMatchObject({ status: 400, body: { fields: [{ field: 'base64' }] } })
    const logo = Sent.parse((await sendAs('logo', drawing)).body).hash
    const picture = Sent.parse((await sendAs('picture', await photo())).body).hash
    for (const [wrong, field] of [
      [{ picture: logo }, 'content.look.picture'],
      [{ logo: picture }, 'content.look.logo'],
    ] as const)
      expect(await save(halima, look(wrong))).toMatchObject({ status: 400, body: { fields: [{ field }] } })
  })
})
