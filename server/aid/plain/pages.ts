/** The pages of the form without script: HTML that the server makes, without a script, a style file or a picture. */
import { html, raw } from 'hono/html'
import { APPLICATION_TYPE_NAMES } from '../../../contract/aid/application-fields.ts'
import { areasSentence, mostHint } from '../../../contract/platform/offered-bounds.ts'
import { offeredTypes } from '../../../contract/aid/offered-types.ts'
import { PLAIN_PATH, PLAIN_PHOTOS_MAX } from '../../../contract/aid/plain-form.ts'
import type { Organisation } from '../../../contract/platform/organisation.ts'
import type { Core } from '../../platform/core.ts'
import type { Answer } from './bundles.ts'
import { FIELDS, type Faults, type Typed } from './read-form.ts'

export type Html = ReturnType<typeof html>

/** Its hash is in the policy of the pages. Browsers that render on a server ignore most of it. */
const STYLE =
  'html{color-scheme:light dark}body{font:1.1em/1.5 sans-serif;max-width:36em;margin:0 auto;padding:1em;overflow-wrap:anywhere}label{display:block;margin-top:1em;font-weight:bold}input,select,button{font:inherit;width:100%;box-sizing:border-box;padding:.5em}button{margin-top:1em;font-weight:bold}.bad{border-left:4px solid #d33;padding-left:.6em;margin:.4em 0}hr{margin-top:2em}a[href^=tel]{white-space:nowrap}.number{font-size:1.5em;font-weight:bold}small{font-weight:normal}'
/** Between the marks exactly what the hash is of. */
export const STYLE_BLOCK = `<style>${STYLE}</style>`

export interface PageFacts {
  readonly title: string
  /** A refusal in words, above everything. */
  readonly reason?: string | undefined
}

/** Fills the frame that all pages share. */
export function framed(
  { organisation }: Pick<Core, 'organisation'>,
  { title, reason }: PageFacts,
  content: Html | null,
) {
  const { short_name: name, support } = organisation.shown
  return html`<!doctype html>
    <html lang="en-NG">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="robots" content="noindex" />

        <title>${title} – ${name}</title>
        ${raw(STYLE_BLOCK)}
      </head>
      <body>
        <p><a href="/">${name}</a> · <a href="/aid">How to ask for aid</a></p>
        <h1>${title}</h1>
        ${reason === undefined ? '' : html`<p class="bad" role="alert"><b>${reason}</b></p>`} ${content}
        <hr />
        <p>
          Rather talk to us? Call <a href="tel:${support.phone.replaceAll(/[^+\d]/g, '')}">${support.phone}</a>. Asking
          is free. Never give a PIN or money to anyone who asks in our name.
        </p>
      </body>
    </html>`
}

export interface FormFacts {
  readonly token: string
  readonly typed: Typed
  readonly faults: Faults
  /** Whether photos came with it: browsers do not keep them. */
  readonly hadPhotos: boolean
  /** The version of the privacy notice. */
  readonly privacy: string
  readonly aid: Organisation['aid']
}

export function formPage({ token, typed, faults, hadPhotos, privacy, aid }: FormFacts): Html {
  const fault = (name: keyof Faults) =>
    faults[name] === undefined ? '' : html`<p class="bad" id="${name}-fault">${faults[name]}</p>`
  const described = (name: keyof Faults) =>
    faults[name] === undefined ? '' : raw(`aria-invalid="true" aria-describedby="${name}-fault"`)
  const field = (name: (typeof FIELDS)[number], label: string, more: Html | string = '', attributes = '') =>
    html`<label for="${name}">${label} <small>${more}</small></label
      >${fault(name)}<input id="${name}" name="${name}" value="${typed[name]}" ${raw(attributes)} ${described(name)} />`
  return html`<p>
      Write who you are and what you need. Then we text you a code, and with it you get the number of your request. We
      ask for no story here: we call you.
    </p>
    <p>If your browser saves data, as Opera Mini does, what you type passes through the computers of its maker.</p>
    <form method="post" action="${PLAIN_PATH}/request" enctype="multipart/form-data" accept-charset="utf-8">
      <input type="hidden" name="form" value="${token}" />
      <input type="hidden" name="privacy" value="${privacy}" />
      ${field('name', 'Your full name', '', ' autocomplete="name" maxlength="200"')}
      ${field('phone', 'Your mobile number', 'We text the code to it.', ' type="tel" autocomplete="tel" maxlength="40"')}
      ${field('place', 'Where you live', `State, local government area, and the street or how to find you. ${areasSentence(aid)}`, ' maxlength="500"')}
      <label for="kind">What you need</label>${fault('kind')}<select id="kind" name="kind" ${described('kind')}>
        <option value="">Choose</option>
        ${offeredTypes(aid).map((kind) => html`<option value="${kind}" ${kind === typed.kind ? raw(' selected') : ''}>${APPLICATION_TYPE_NAMES[kind]}</option>`)}
      </select>
      ${field('amount', 'How much, in naira', `If you know. ${mostHint(aid)}`, ' inputmode="decimal" maxlength="40"')}
      <label for="photo1"
        >Photos of a paper <small>If you have one: up to ${PLAIN_PHOTOS_MAX}, together at most 3 MB.</small></label
      >${fault('photos')} ${hadPhotos ? html`<p class="bad">Browsers do not keep photos: choose them again.</p>` : ''}
      ${Array.from({ length: PLAIN_PHOTOS_MAX }, (_, at) => html`<input type="file" id="photo${at + 1}" name="photo" aria-label="Photo ${at + 1}" accept="image/jpeg,image/png,image/webp" />`)}
      <p>
        We use this only to decide about your request and to help you: <a href="/privacy">privacy notice</a>. By sending
        it you agree.
      </p>
      <button>Send</button>
    </form>`
}

export function codePage({ token, isProven }: { token: string; isProven: boolean }): Html {
  const form = html`<input type="hidden" name="form" value="${token}" />`
  if (isProven) return html`<form method="post" action="${PLAIN_PATH}/code">${form}<button>Try again</button></form>`
  return html`<p>
      We send a code of six digits to your number, if it can get our texts. It can take a few minutes.
      <b>Your request is not sent before you type it.</b> After 60 minutes we delete what you typed.
    </p>
    <form method="post" action="${PLAIN_PATH}/code">
      ${form}<label for="code">Code from the text message</label
      ><input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="12" /><button>
        Send my request
      </button>
    </form>
    <form method="post" action="${PLAIN_PATH}/code">
      ${form}<input type="hidden" name="again" value="yes" />
      <p>No code after a minute?</p>
      <button>Text me another code</button>
    </form>`
}

export function sentPage({ caseNumber, dueAt, notTaken }: Answer): Html {
  return html`<p>The number of your request:</p>
    <p class="number">${caseNumber}</p>
    <p>Write it down. Say it when you call us to ask where your request is.</p>
    ${dueAt === null ? '' : html`<p>A person reads it and calls you. We decide by <b>${dayOf(dueAt)}</b>.</p>`}
    ${
      notTaken.length === 0
        ? ''
        : html`<p class="bad">Your request is sent, without these photos. We ask you if we need them.</p>
            <ul>
              ${notTaken.map((why) => html`<li>${why}</li>`)}
            </ul>`
    }`
}

const day = new Intl.DateTimeFormat('en-NG', { dateStyle: 'long', timeZone: 'Africa/Lagos' })
const dayOf = (iso: string) => day.format(new Date(iso))
