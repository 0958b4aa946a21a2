/**
 * The phones that texts go to: each number's texts as a conversation, and a field to reply. Plain forms, no script. A reply goes through the
 * product's own webhook, signed as Termii signs.
 */
import { createHmac } from 'node:crypto'
import type { Context, Hono, MiddlewareHandler } from 'hono'
import { z } from 'zod'
import { seconds } from '../server/platform/clock.ts'
import { isLocalAddress } from '../server/platform/env/env.ts'
import { AppError } from '../server/platform/errors.ts'
import { limitBody } from '../server/platform/http/body-limit.ts'
import { isLocal } from '../server/platform/http/client-address.ts'
import { newId } from '../server/platform/ids.ts'
import { readFolder, writeToFolder } from '../server/platform/sms/folder.ts'
import { conversationPage, LETTERS_MAX, numbersPage, unknownNumberPage, words, type Refused } from './phone/page.ts'
import { plainPages } from './plain-page.ts'
import type { Provider } from './provider.ts'

export interface PhoneSettings {
  readonly dataDir: string
  /** Null where the instance takes no replies. */
  readonly replies: { readonly replyNumber: string; readonly webhookSecret: string } | null
  /** The destination of the replies. */
  readonly webhookUrl: string
}

const BODY_BYTES_MAX = 16 * 1024
const REPLY_TIMEOUT = seconds(30)

const Form = z.object({ text: z.string() })

/**
 * Serves browsers of this machine alone, as texts have codes that sign in: no neighbour in the network, no proxy with a public address, no
 * other name that leads here, and no form of another site.
 */
const requireLocal: MiddlewareHandler = (c, next) => {
  const host = `http://${c.req.header('host') ?? new URL(c.req.url).host}`
  const isForeign = c.req.method === 'POST' && (c.req.header('sec-fetch-site') ?? 'same-origin') !== 'same-origin'
  if (isForeign || !URL.canParse(host) || !isLocalAddress(host) || !isLocal(c)) throw new AppError('not_found')
  return next()
}

export function phoneRoutes(provider: Pick<Provider, 'clock' | 'log'>, settings: PhoneSettings): Hono {
  const { dataDir, replies } = settings
  const show = async (c: Context, number: string, refused?: Refused) => {
    const texts = (await readFolder(dataDir)).filter((text) => text.number === number)
    if (texts.length === 0) return c.html(unknownNumberPage(), 404)
    const replyNumber = replies?.replyNumber ?? null
    return c.html(conversationPage({ number, texts, replyNumber, ...refused }), refused ? 422 : 200)
  }
  return plainPages('phone')
    .use(requireLocal)
    .use(limitBody(BODY_BYTES_MAX, (c) => c.text(words.tooLong, 413)))
    .get('/', async (c) => c.html(numbersPage(await readFolder(dataDir))))
    .get('/:number', (c) => show(c, c.req.param('number')))
    .post('/:number', async (c) => {
      const number = c.req.param('number')
      const { data } = Form.safeParse(await c.req.parseBody().catch(() => null))
      // Forms send two characters for the end of a line.
      const typed = (data?.text ?? '').replaceAll('\r\n', '\n').trim()
      const refusal = await reply(provider, settings, number, typed)
      return refusal === null ? c.redirect(`${c.req.path}#end`, 303) : show(c, number, { typed, refusal })
    })
}

/** @returns why the reply was not sent; null: the product has it */
async function reply(
  { clock, log }: Pick<Provider, 'clock' | 'log'>,
  { dataDir, replies, webhookUrl }: PhoneSettings,
  from: string,
  text: string,
): Promise<string | null> {
  if (!(await readFolder(dataDir)).some(({ number }) => number === from)) return words.unknownNumber
  if (replies === null) return words.noReplies
  if (text === '') return words.empty
  if (text.length > LETTERS_MAX) return words.tooLong
  const [id, createdAt] = [newId(), clock.now()]
  const body = JSON.stringify({
    type: 'inbound',
    message_id: id,
    sender: from,
    receiver: replies.replyNumber,
    message: text,
  })
  const signature = createHmac('sha512', replies.webhookSecret).update(body).digest('hex')
  try {
    const answer = await fetch(webhookUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', connection: 'close', 'x-termii-signature': signature },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(REPLY_TIMEOUT),
    })
    await answer.body?.cancel()
    if (!answer.ok) return words.refused(answer.status)
  } catch (error) {
    log.debug({ err: error }, 'a reply of the sandbox was not answered')
    return words.unanswered
  }
  await writeToFolder(dataDir, id, { is: 'reply', number: from, text, createdAt })
  return null
}
