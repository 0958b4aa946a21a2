/** Reads mails from the outbox, with their link and code. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { rows } from '../../server/platform/db/db.ts'
import type { TestServer } from './server.ts'

const MailRow = z.object({ recipient: z.string(), subject: z.string(), text: z.string(), html: z.string() })

export interface ReadMail extends z.output<typeof MailRow> {
  /** The link of its button, or an empty string. */
  readonly link: string
  /** Six digits, or an empty string. */
  readonly code: string
}

/** Waits for background work, then reads every mail in the outbox, oldest first. */
export async function readMails({ core, idle }: Pick<TestServer, 'core' | 'idle'>): Promise<ReadMail[]> {
  await idle()
  const found = await rows(
    core.db,
    sql`select recipient, subject, text, html from outgoing_mail where text is not null and recipient <> '' order by created_at, id`,
    MailRow,
  )
  return found.map(({ recipient, subject, text, html }) => ({
    recipient,
    subject,
    text,
    html,
    link: /^https?:\S+$/m.exec(text)?.[0] ?? '',
    code: /^\d{6}$/m.exec(text)?.[0] ?? '',
  }))
}

/** The latest mail. */
export async function lastMail(server: Pick<TestServer, 'core' | 'idle'>): Promise<ReadMail> {
  const mail = (await readMails(server)).at(-1)
  if (!mail) throw new Error('lastMail: nothing was mailed')
  return mail
}

/** Reads the form that the page of a mailed link posts. */
export async function readLinkForm(page: Response): Promise<{ action: string; fields: URLSearchParams }> {
  const html = await page.text()
  const unescape = (text: string) => text.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
  const inputs = html.matchAll(/<input\s+type="hidden" name="(\w+)"\s+value="([^"]*)"/g)
  const fields = new URLSearchParams([...inputs].map(([, name = '', value = '']) => [name, unescape(value)]))
  return { action: /<form method="post" action="([^"]+)"/.exec(html)?.[1] ?? '', fields }
}

/** Opens a mailed link and presses its button, as a person does. @returns where it redirects */
export async function openLink({ app }: Pick<TestServer, 'app'>, link: string, headers: Record<string, string> = {}) {
  const { action, fields } = await readLinkForm(await app.request(link, { headers }))
  return redirectOf(await app.request(action, { method: 'POST', body: fields }))
}

/** Goes to an address that redirects at once, as a browser does. @returns where it redirects */
export async function visit({ app }: Pick<TestServer, 'app'>, address: string) {
  return redirectOf(await app.request(address))
}

function redirectOf(response: Response) {
  const location = new URL(response.headers.get('location') ?? 'about:blank')
  return {
    status: response.status,
    headers: response.headers,
    location,
    /** Parameters after the `#`, which only the browser sees. */
    fragment: Object.fromEntries(new URLSearchParams(location.hash.slice(1))),
    query: Object.fromEntries(location.searchParams),
  }
}

/** Chooses a new password by mail. @returns the answer to the change */
export async function chooseByMail(server: TestServer, email: string, password: string) {
  await server.call('POST', '/auth/v1/recover', { email })
  const { fragment } = await openLink(server, (await lastMail(server)).link)
  const owner = { authorization: `Bearer ${fragment['access_token'] ?? ''}` }
  return server.call('PUT', '/auth/v1/user', { password }, owner)
}
