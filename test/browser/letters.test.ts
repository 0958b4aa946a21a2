/** The letters of the users' own names come from our typeface, not from whichever font the device has. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { useBrowser } from '../support/browser.ts'
import { useSite } from '../support/site.ts'

const open = useBrowser()
const site = useSite()

const Fonts = z.object({ fonts: z.array(z.looseObject({ familyName: z.string(), isCustomFont: z.boolean() })) })
/** With marks of two characters, as they are typed: there is no single one for them. */
const NAMES = [
  'Ọlá Ṣóyínká',
  'Ẹniọlá Adéọlá',
  'Ifeọma Ụchẹ',
  'Ńnamdị Ṅwọkẹ',
  'Ƙirƙiri Ɗanjuma Ɓala ƴan ɓera ɗa',
  'jo\u0323\u0300wo\u0323\u0301 o\u0323\u0300ro\u0323\u0300',
  '₦1,500.00',
]

test('each name of the four languages is set in our fonts alone', async () => {
  const page = await open(site.url)
  // Before React runs, it would find elements that it does not know.
  await page.waitForLoadState('networkidle')
  await page.evaluate((names) => {
    const list = document.createElement('ul')
    list.id = 'names'
    for (const name of names) list.append(Object.assign(document.createElement('li'), { textContent: name }))
    document.querySelector('main')?.prepend(list)
  }, NAMES)
  await page.evaluate(() => document.fonts.ready)
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument')
  const { nodeIds } = await session.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: '#names li' })
  const foreign = async () => {
    const all = await Promise.all(nodeIds.map((nodeId) => session.send('CSS.getPlatformFontsForNode', { nodeId })))
    return all.flatMap((one, index) =>
      Fonts.parse(one).fonts.flatMap(({ familyName, isCustomFont }) =>
        isCustomFont ? [] : [NAMES[index], familyName],
      ),
    )
  }
  await expect.poll(foreign).toEqual([])
})
