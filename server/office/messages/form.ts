/** The contact form as the browser posts it before the page's script runs, or without it. */
import { Hono } from 'hono'
import { MESSAGE_REASON } from '../../../contract/office/contact-pages.ts'
import { contactEndpoints } from '../../../contract/office/contact.ts'
import { BODY_BYTES_MAX } from '../../../contract/platform/endpoint.ts'
import { errors } from '../../../contract/platform/errors.ts'
import type { Core } from '../../platform/core.ts'
import { sha256 } from '../../platform/crypto.ts'
import { AppError } from '../../platform/errors.ts'
import { limitBody } from '../../platform/http/body-limit.ts'
import { clientAddress } from '../../platform/http/client-address.ts'
import { fillPage, type PageTemplate } from '../../platform/http/page-template.ts'
import { readTypedForm } from '../../platform/http/typed-form.ts'
import { startOfDay } from '../../platform/lagos-days.ts'
import { countRequest } from '../../platform/rate-limits.ts'
import { sendContactMessage } from './contact-messages.ts'

const { body } = contactEndpoints['POST /api/contact-messages']

/** `POST /contact` with the fields of `POST /api/contact-messages`. The same text twice on one day is one message. */
export function contactForm(core: Core, { sent, notSent }: { sent: PageTemplate; notSent: PageTemplate }): Hono {
  const inSize = limitBody(BODY_BYTES_MAX, (c) =>
    fillPage(c, 413, notSent, { [MESSAGE_REASON]: errors.body_too_large.sentence }),
  )
  return new Hono().post('/contact', inSize, async (c) => {
    c.header('Cache-Control', 'no-store')
    try {
      await countRequest(core, 'contact', clientAddress(c, core.env.trustProxy))
      const text = await c.req.text()
      const { privacy_version: privacyVersion, ...typed } = readForm(text)
      const { first_name: firstName, last_name: lastName, email, subject, message } = typed
      const day = startOfDay(core.clock.now()).toISOString()
      const idempotencyKey = sha256(`${day} ${JSON.stringify(typed)}`).toString('hex')
      const words = { firstName, lastName, email, subject, message }
      await sendContactMessage(core, words, { idempotencyKey, privacyVersion: privacyVersion ?? null })
      return fillPage(c, 200, sent, {})
    } catch (problem) {
      if (!(problem instanceof AppError)) throw problem
      const [fault] = problem.fields ?? []
      const reason = fault ? `${nameOf(fault.field)}: ${fault.message}` : errors[problem.code].sentence
      return fillPage(c, problem.status, notSent, { [MESSAGE_REASON]: reason })
    }
  })
}

function readForm(text: string) {
  const read = body.safeParse(Object.fromEntries(readTypedForm(text)))
  if (read.success) return read.data
  throw new AppError('invalid_input', {
    fields: read.error.issues.map(({ path, message }) => ({ field: String(path[0]), message })),
  })
}

/** `first_name` as the form names it: First name. */
function nameOf(field: string): string {
  const words = field.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
