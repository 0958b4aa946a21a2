/** Complaints without script, and asking after one. The rules are in ../complaints/complaints.ts. */
import { Hono, type Context } from 'hono'
import { COMPLAINT_PLAIN_PATH } from '../../../contract/aid/plain-form.ts'
import { complaintEndpoints } from '../../../contract/aid/complaints.ts'
import { englishComplain, englishComplaints } from '../../../contract/aid/complaint-words.ts'
import { errors } from '../../../contract/platform/errors.ts'
import { BODY_BYTES_MAX } from '../../../contract/platform/endpoint.ts'
import { putMessages } from '../../../contract/platform/languages.ts'
import type { LanguageTag } from '../../../contract/platform/language-tags.ts'
import { AppError } from '../../platform/errors.ts'
import { limitBody } from '../../platform/http/body-limit.ts'
import { clientAddress } from '../../platform/http/client-address.ts'
import { readTypedForm } from '../../platform/http/typed-form.ts'
import { messagesIn, shownLanguages } from '../../platform/languages.ts'
import { countRequest } from '../../platform/rate-limits.ts'
import { readStanding, receiveComplaint } from '../complaints/complaints.ts'
import { readFocalPerson } from '../complaints/readers.ts'
import type { FindBySlip } from '../complaints/routes.ts'
import { answersIn, postedBy, requireSigned, type Page } from './answers.ts'
import type { PlainForms } from './asking.ts'
import {
  complaintPage,
  COMPLAINT_FIELDS,
  receivedPage,
  standingPage,
  type ComplaintFaults,
  type ComplaintTyped,
  type SpokenComplaint,
} from './complaint-pages.ts'
import { newFormToken } from './form-token.ts'
import { spokenIn } from './pages.ts'
import { PlainRefusal } from './refusals.ts'

const { body: Body } = complaintEndpoints['POST /api/complaints']

function complaintSpokenIn(tag: LanguageTag | null): SpokenComplaint {
  const [complain, names] = [englishComplain(), englishComplaints()]
  if (tag !== null) {
    const put = { messages: messagesIn(tag), values: {} }
    putMessages('complain', complain, put)
    putMessages('complaints', names, put)
  }
  const spoken = spokenIn(tag, COMPLAINT_PLAIN_PATH)
  const refusals = { ...spoken.words.refusals, trouble: `${complain.notSent}.` }
  const more = [complain, names.missing]
  return { ...spoken, words: { ...spoken.words, refusals }, more, complain, names }
}

/** In English, and in each language that visitors may read. */
export function plainComplaintRoutes(forms: PlainForms, findBySlip: FindBySlip): Hono {
  const all = new Hono()
  for (const tag of [...shownLanguages(forms.env), null])
    all.route('/', routesIn(forms, complaintSpokenIn(tag), findBySlip))
  return all
}

function routesIn(forms: PlainForms, spoken: SpokenComplaint, findBySlip: FindBySlip): Hono {
  const { at, complain, words } = spoken
  const { show, refuse } = answersIn(forms, spoken)
  const form = async (
    typed: ComplaintTyped = {},
    { token = newFormToken(forms), faults = {} }: { token?: string; faults?: ComplaintFaults } = {},
  ): Promise<Page> => {
    const focal = (await readFocalPerson(forms, forms.db))?.full_name
    return { title: complain.title, content: complaintPage(spoken, { token, typed, faults, focal }) }
  }
  const count = (c: Context, limit: 'contact' | 'receipts') =>
    countRequest(forms, limit, clientAddress(c, forms.env.trustProxy))
  const routes = new Hono()
  routes.onError((error, c) => refuse(c, error, () => form()))
  routes.get(at, async (c) => show(c, await form()))
  routes.get(`${at}/standing`, (c) => c.redirect(at, 303))
  // A letter can take nine bytes of a form, and the longest text must arrive.
  const inSize = limitBody(2 * BODY_BYTES_MAX, () => {
    throw new PlainRefusal('unreadable')
  })
  routes.post(at, inSize, async (c) => {
    const fields = readTypedForm(await c.req.text())
    const typed = typedIn(fields)
    try {
      postedBy(forms, c)
      const { token, secret } = requireSigned(forms, fields.get('form'))
      const read = readComplaint(typed, spoken)
      if ('faults' in read)
        return await show(c, { ...(await form(typed, { token, ...read })), reason: words.check, status: 422 })
      // As the call does: who corrects a form uses up nothing.
      await count(c, 'contact')
      const { slip, ...said } = read.said
      const request = slip && { id: await findBySlip({ slip: slip.number, code: slip.code }), byRecipient: true }
      const sent = { ...said, contact: said.contact || null, channel: 'page', enteredBy: null, request } as const
      const received = await receiveComplaint(forms, sent, `plain-form-${secret}`)
      return await show(c, { title: complain.sentTitle, content: receivedPage(spoken, received) })
    } catch (error) {
      // Asks before it takes changed words as a second complaint.
      if (error instanceof AppError && error.code === 'idempotency_key_reused')
        return show(c, { ...(await form(typed)), reason: complain.sentBefore, status: 409 })
      return refuse(c, withOutsider(error), () => form(typed))
    }
  })
  routes.post(`${at}/standing`, inSize, async (c) => {
    const code = new URLSearchParams(await c.req.text()).get('code') ?? ''
    try {
      await count(c, 'receipts')
      const found = await readStanding(forms, code.slice(0, 40))
      return await show(c, { title: complain.askTitle, content: standingPage(spoken, found) })
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'not_found') return refuse(c, error, () => form())
      const reason = code.trim() === '' ? complain.codeMissing : complain.notFound
      return show(c, { ...(await form()), reason, status: 404 })
    }
  })
  return routes
}

/** Says first why no one here reads it, then whom to tell. */
const withOutsider = (error: unknown) =>
  error instanceof AppError && error.code === 'no_focal_person'
    ? new PlainRefusal('refused', { sentence: `${errors[error.code].sentence} ${error.detail ?? ''}`, cause: error })
    : error

const typedIn = (fields: URLSearchParams): ComplaintTyped =>
  Object.fromEntries(COMPLAINT_FIELDS.map((name) => [name, (fields.get(name) ?? '').trim()]))

/** By the rules of the call that the page with script makes. */
function readComplaint(typed: ComplaintTyped, { complain, names }: SpokenComplaint) {
  const { kind = '', about = '', text = '', contact = '', slip = '', code = '' } = typed
  const isWithSlip = slip !== '' || code !== ''
  const read = Body.safeParse({ kind, about, text, contact, ...(isWithSlip && { slip: { number: slip, code } }) })
  const faults: ComplaintFaults = {
    ...(isWithSlip && slip === '' && { slip: complain.slipMissing }),
    ...(isWithSlip && code === '' && { code: complain.slipCodeMissing }),
  }
  for (const { path, message } of read.error?.issues ?? []) {
    const [first, second] = path
    const name = COMPLAINT_FIELDS.find((each) => each === (second === 'code' ? second : first))
    if (name === 'kind' || (name === 'text' && text === '')) faults[name] = names.missing[name]
    else if (name) faults[name] ??= message
  }
  return read.success && Object.keys(faults).length === 0 ? { said: read.data } : { faults }
}
