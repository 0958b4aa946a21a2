/** HTTP for the form without script. The rules are in asking.ts and bundles.ts. */
import { Hono, type Context } from 'hono'
import { PLAIN_BYTES_MAX, PLAIN_PATH, PLAIN_PHOTOS_MAX } from '../../../contract/aid/plain-form.ts'
import { BODY_BYTES_MAX } from '../../../contract/platform/endpoint.ts'
import { limitBody } from '../../platform/http/body-limit.ts'
import { clientAddress } from '../../platform/http/client-address.ts'
import {
  readBeginning,
  readBoundary,
  readSmallForm,
  type PostedFile,
  type SmallForm,
} from '../../platform/http/multipart.ts'
import { countRequest } from '../../platform/rate-limits.ts'
import { shownLanguages } from '../../platform/languages.ts'
import { withIdleTimeout } from '../documents/incoming-file.ts'
import { answersIn, postedBy, requireSigned, type Page } from './answers.ts'
import { answerAgain, holdRequest, isPicture, sendRequest, textCodeFor, type PlainForms } from './asking.ts'
import { openBundle, type Answer } from './bundles.ts'
import { newFormToken, readFormToken } from './form-token.ts'
import { codePage, formPage, sentPage, spokenIn, type FormFacts, type Spoken } from './pages.ts'
import { NOTHING_TYPED, versionsIn, readTyped, typedIn, type Faults } from './read-form.ts'
import { PlainRefusal } from './refusals.ts'
import type { PlainWords } from './words.ts'

/** Photos beyond their limit are read and dropped, so that what was typed can be shown again. */
const READ_BYTES_MAX = 40 * 1024 * 1024
/** Forms that arrive at this process at the same time: each is in its memory. */
const ARRIVING_MAX = 8

/** The pages of the form. */
function answers(forms: PlainForms, spoken: Spoken) {
  const { words } = spoken
  return {
    ...answersIn(forms, spoken),
    words,
    language: spoken.tag,
    form: (facts: Partial<Omit<FormFacts, 'versions' | 'aid'>> = {}): Page => ({
      title: words.titles.form,
      content: (versions) =>
        formPage(spoken, {
          token: newFormToken(forms),
          typed: NOTHING_TYPED,
          faults: {},
          hadPhotos: false,
          ...facts,
          versions,
          aid: forms.organisation.shown.aid,
        }),
    }),
    noForm: { title: words.titles.form, content: null },
    codeFor: (token: string, isProven = false): Page => ({
      title: words.titles.code,
      content: codePage(spoken, { token, isProven }),
    }),
    sentWith: (answer: Answer): Page => ({ title: words.titles.sent, content: sentPage(spoken, answer) }),
  }
}
type Answers = ReturnType<typeof answers>

/** In English, and in each language that visitors may read. */
export function plainRoutes(forms: PlainForms): Hono {
  const all = new Hono()
  const arriving = { count: 0 }
  for (const tag of [...shownLanguages(forms.env), null])
    all.route('/', routesIn(forms, spokenIn(tag, PLAIN_PATH), arriving))
  return all
}

/** @param arriving how many forms arrive now, in all languages */
function routesIn(forms: PlainForms, spoken: Spoken, arriving: { count: number }): Hono {
  const to = answers(forms, spoken)
  const { at } = spoken
  const routes = new Hono()
  // The form is shown even where reading the body failed.
  routes.onError((error, c) => to.refuse(c, error, ({ code }) => (code === 'no_texts' ? to.noForm : to.form())))
  routes.use(`${at}/*`, async (c, next) => {
    if (c.req.method === 'POST' && !canText(forms)) throw new PlainRefusal('no_texts')
    return next()
  })
  routes.get(at, (c) => to.show(c, canText(forms) ? to.form() : { ...to.noForm, reason: to.words.refusals.no_texts }))
  for (const posted of ['request', 'code']) routes.get(`${at}/${posted}`, (c) => c.redirect(at, 303))
  routes.post(`${at}/request`, async (c) => {
    try {
      await countPost(forms, c)
      if (arriving.count >= ARRIVING_MAX) throw new PlainRefusal('full')
    } catch (error) {
      return to.refuse(c, error, async () => to.form(await readRefused(c)))
    }
    arriving.count += 1
    try {
      return await takeForm(forms, to, c)
    } finally {
      arriving.count -= 1
    }
  })
  const inSize = limitBody(BODY_BYTES_MAX, () => {
    throw new PlainRefusal('unreadable')
  })
  routes.post(`${at}/code`, inSize, (c) => takeCode(forms, to, c))
  return routes
}

const countPost = (forms: PlainForms, c: Context) =>
  countRequest(forms, 'plain_requests', clientAddress(c, forms.env.trustProxy))

async function takeForm(forms: PlainForms, to: Answers, c: Context): Promise<Response> {
  const { fields, files, isTooLarge } = await readPosted(c)
  const typed = typedIn(fields)
  const hadPhotos = files.length > 0 || isTooLarge
  try {
    const posted = postedBy(forms, c)
    const { token, secret } = requireSigned(forms, fields.get('form'))
    const read = readTyped(typed, forms.organisation.shown.aid, to.words.faults)
    const earlier = await answerAgain(forms, secret, 'asked' in read ? read.asked : null, posted)
    if (earlier) return await to.show(c, to.sentWith(earlier))
    if (isTooLarge) throw new PlainRefusal('too_large')
    const faults: Faults = { ...('faults' in read && read.faults), ...(await faultOfPhotos(files, to.words.faults)) }
    if ('faults' in read || faults.photos !== undefined)
      return await to.show(c, { ...to.form({ token, typed, faults, hadPhotos }), reason: to.words.check, status: 422 })
    const asked = { ...read.asked, ...versionsIn(fields), language: to.language }
    const sent = await holdRequest(forms, secret, { asked, photos: files }, posted)
    return await to.show(c, sent ? to.sentWith(sent) : to.codeFor(token))
  } catch (error) {
    return to.refuse(c, error, () => to.form({ typed, hadPhotos }))
  }
}

async function takeCode(forms: PlainForms, to: Answers, c: Context): Promise<Response> {
  const fields = new URLSearchParams(await c.req.text())
  const form = fields.get('form')
  try {
    // Inside: the sealed form is lost with the page that has its secret.
    await countPost(forms, c)
    const posted = postedBy(forms, c)
    const { token, secret } = requireSigned(forms, form)
    if (fields.has('again')) {
      const bundle = await openBundle(forms, secret)
      if (bundle.is === 'waiting' && bundle.userId === null) {
        await textCodeFor(forms, bundle.asked, posted.origin)
        return await to.show(c, to.codeFor(token))
      }
    }
    return await to.show(c, to.sentWith(await sendRequest(forms, secret, fields.get('code') ?? '', posted)))
  } catch (error) {
    return to.refuse(c, error, ({ code }) =>
      form === null || readFormToken(forms, form) === null || code === 'expired' || code === 'foreign_form'
        ? to.form()
        : to.codeFor(form, code === 'trouble' || code === 'refused'),
    )
  }
}

const canText = ({ env }: PlainForms) => env.accounts.phoneSignIn

async function readPosted(c: Context): Promise<SmallForm> {
  const boundary = readBoundary(c.req.header('content-type') ?? '')
  if (boundary === null || !c.req.raw.body) throw new PlainRefusal('unreadable')
  const limits = { files: PLAIN_PHOTOS_MAX, bytesMax: PLAIN_BYTES_MAX }
  return readSmallForm(limitBytes(withIdleTimeout(c.req.raw.body)), boundary, limits)
}

/** Reads the fields of a refused form, which come before its photos, to show them again. */
async function readRefused(c: Context): Promise<Pick<FormFacts, 'typed' | 'hadPhotos'>> {
  const boundary = readBoundary(c.req.header('content-type') ?? '')
  if (boundary === null || !c.req.raw.body) return { typed: NOTHING_TYPED, hadPhotos: false }
  const body = withIdleTimeout(c.req.raw.body)
  const { fields, isTooLarge } = await readBeginning(body, boundary, { bytesMax: BODY_BYTES_MAX })
  return { typed: typedIn(fields), hadPhotos: isTooLarge }
}

async function* limitBytes(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const piece of body) {
    yield piece
    bytes += piece.length
    if (bytes > READ_BYTES_MAX) throw new PlainRefusal('too_large')
  }
}

async function faultOfPhotos(files: readonly PostedFile[], words: PlainWords['faults']): Promise<Faults> {
  const are = await Promise.all(files.map(({ bytes }) => isPicture(bytes)))
  const wrong = files[are.indexOf(false)]
  return wrong ? { photos: words.photo(wrong.place) } : {}
}
