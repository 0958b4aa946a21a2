/** Reads mails from the outbox, with their link and code. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { rows } from '../../server/lib/db/db.ts'
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

/** Opens a mailed link as a browser does. @returns where it redirects */
export async function openLink({ app }: Pick<TestServer, 'app'>, link: string) {
  const response = await app.request(link)
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
