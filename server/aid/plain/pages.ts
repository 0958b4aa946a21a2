/** The pages of the form without script: HTML that the server makes, without a script, a style file or a picture. */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { html, raw } from 'hono/html'
import { areasSentence, mostHint } from '../../../contract/platform/offered-bounds.ts'
import { offeredTypes } from '../../../contract/aid/offered-types.ts'
import { COMPLAINT_PLAIN_PATH, PLAIN_PHOTOS_MAX } from '../../../contract/aid/plain-form.ts'
import { draftSentence, reviewedSentence } from '../../../contract/platform/language-notes.ts'
import { LANGUAGE_NAMES, type LanguageTag } from '../../../contract/platform/language-tags.ts'
import type { PolicyVersions } from '../../platform/rendering/policies.ts'
import type { Organisation } from '../../../contract/platform/organisation.ts'
import type { Core } from '../../platform/core.ts'
import type { Answer } from './bundles.ts'
import { dayIn, reviewIn } from '../../platform/languages.ts'
import { BUILD_FOLDER } from '../../platform/root.ts'
import { FIELDS, type Faults, type Typed } from './read-form.ts'
import { plainWords, type PlainWords } from './words.ts'

export type Html = ReturnType<typeof html>

/** Hooked letters, which fonts of old telephones lack: loaded where one of them is missing. The build names the file. */
const [HOOKS] = globSync('inter-hooks-*.woff2', { cwd: join(BUILD_FOLDER, 'assets') })
const HOOKED = HOOKS === undefined ? '' : `@font-face{font-family:hooks;src:url(/assets/${HOOKS})}`
/** A style whose hash is in the policy of the pages. Browsers that render on a server ignore most of it. */
const STYLE =
  HOOKED +
  'html{color-scheme:light dark}body{font:1.1em/1.5 sans-serif,hooks;max-width:36em;margin:0 auto;padding:1em;overflow-wrap:anywhere}label{display:block;margin-top:1em;font-weight:bold}input,select,textarea,button{font:inherit;width:100%;box-sizing:border-box;padding:.5em}button{margin-top:1em;font-weight:bold}.bad{border-left:4px solid #d33;padding-left:.6em;margin:.4em 0}hr{margin-top:2em}a[href^=tel]{white-space:nowrap}.number{font-size:1.5em;font-weight:bold}small{font-weight:normal}'
/** Between the marks exactly what the hash is of. */
export const STYLE_BLOCK = `<style>${STYLE}</style>`

/** Pages in one language. */
export interface Spoken {
  /** Null: English. */
  readonly tag: LanguageTag | null
  readonly words: PlainWords
  /** Sentences of its own pages. */
  readonly more?: readonly object[]
  /** Address that its pages begin with, in English and in this language. */
  readonly path: string
  readonly at: string
  /** Addresses in this language: of the start page, and of complaints. */
  readonly start: string
  readonly complaints: string
}

export function spokenIn(tag: LanguageTag | null, path: string): Spoken {
  const before = tag === null ? '' : `/${tag}`
  return {
    tag,
    words: plainWords(tag),
    path,
    at: before + path,
    start: `${before}/aid`,
    complaints: before + COMPLAINT_PLAIN_PATH,
  }
}

/** Marks sentences of other parts, which are English. */
export const langOf = ({ tag, words, more = [] }: Spoken, sentence: string) =>
  tag === null || [words.faults, words.refusals, words, ...more].some((each) => Object.values(each).includes(sentence))
    ? ''
    : raw(' lang="en"')

function noteOf(tag: LanguageTag, path: string): Html {
  const review = reviewIn(tag)
  const says = review ? reviewedSentence(review) : draftSentence(LANGUAGE_NAMES[tag])
  return html`<p lang="en">${says} <a href="${path}" hreflang="en">English</a></p>`
}

export interface PageFacts {
  readonly title: string
  /** A refusal in words, above everything. */
  readonly reason?: string | undefined
}

/** Fills the frame that all pages share. */
export function framed(
  { organisation }: Pick<Core, 'organisation'>,
  spoken: Spoken,
  { title, reason }: PageFacts,
  content: Html | null,
) {
  const { tag, words, path, start, complaints } = spoken
  const { short_name: name, support } = organisation.shown
  return html`<!doctype html>
    <html lang="${tag ?? 'en-NG'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="robots" content="noindex" />

        <title>${title} – ${name}</title>
        ${raw(STYLE_BLOCK)}
      </head>
      <body>
        <p>
          <a href="/">${name}</a> · <a href="${start}">${words.start}</a> ·
          <a href="${complaints}">${words.complain}</a>
        </p>
        ${tag === null ? '' : noteOf(tag, path)}
        <h1>${title}</h1>
        ${reason === undefined ? '' : html`<p class="bad" role="alert" ${langOf(spoken, reason)}><b>${reason}</b></p>`}
        ${content}
        <hr />
        <p>
          ${words.call} <a href="tel:${support.phone.replaceAll(/[^+\d]/g, '')}">${support.phone}</a>. ${words.free}
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
  readonly versions: PolicyVersions
  readonly aid: Organisation['aid']
}

export function formPage(spoken: Spoken, { token, typed, faults, hadPhotos, versions, aid }: FormFacts): Html {
  const { words, at } = spoken
  const fault = (name: keyof Faults) => {
    const says = faults[name]
    return says === undefined ? '' : html`<p class="bad" id="${name}-fault" ${langOf(spoken, says)}>${says}</p>`
  }
  const described = (name: keyof Faults) =>
    faults[name] === undefined ? '' : raw(`aria-invalid="true" aria-describedby="${name}-fault"`)
  const field = (name: (typeof FIELDS)[number], label: string, more: Html | string = '', attributes = '') =>
    html`<label for="${name}">${label} <small>${more}</small></label
      >${fault(name)}<input id="${name}" name="${name}" value="${typed[name]}" ${raw(attributes)} ${described(name)} />`
  const named = new Map(Object.entries(words.kinds))
  const option = (kind: string) => {
    const own = aid.own_kinds.find(({ key }) => key === kind)?.title
    const isChosen = kind === typed.kind ? raw(' selected') : ''
    const says = named.get(kind) ?? own ?? ''
    return html`<option value="${kind}" ${isChosen} ${own === undefined ? '' : langOf(spoken, own)}>${says}</option>`
  }
  return html`<p>${words.lead}</p>
    <p>${words.maker}</p>
    <form method="post" action="${at}/request" enctype="multipart/form-data" accept-charset="utf-8">
      <input type="hidden" name="form" value="${token}" />
      <input type="hidden" name="privacy" value="${versions.privacy}" />
      <input type="hidden" name="terms" value="${versions.terms}" />
      ${field('name', words.name, '', ' autocomplete="name" maxlength="200"')}
      ${field('phone', words.phone, words.phoneHint, ' type="tel" autocomplete="tel" maxlength="40"')}
      ${field('place', words.place, words.placeHint(areasSentence(aid)).trim(), ' maxlength="500"')}
      <label for="kind">${words.kind}</label>${fault('kind')}<select id="kind" name="kind" ${described('kind')}>
        <option value="">${words.choose}</option>
        ${offeredTypes(aid).map(option)}
      </select>
      ${field('amount', words.amount, words.amountHint(mostHint(aid)).trim(), ' inputmode="decimal" maxlength="40"')}
      <label for="photo1">${words.photos} <small>${words.photosHint}</small></label
      >${fault('photos')} ${hadPhotos ? html`<p class="bad">${words.photosAgain}</p>` : ''}
      ${Array.from({ length: PLAIN_PHOTOS_MAX }, (_, place) => html`<input type="file" id="photo${place + 1}" name="photo" aria-label="${words.photo(place + 1)}" accept="image/jpeg,image/png,image/webp" />`)}
      <p>${words.use} <a href="/privacy">${words.privacy}</a>, <a href="/terms">${words.terms}</a>. ${words.agree}</p>
      <button>${words.send}</button>
    </form>`
}

export function codePage({ words, at }: Spoken, { token, isProven }: { token: string; isProven: boolean }): Html {
  const form = html`<input type="hidden" name="form" value="${token}" />`
  if (isProven) return html`<form method="post" action="${at}/code">${form}<button>${words.again}</button></form>`
  return html`<p>${words.codeLead} <b>${words.notSent}</b> ${words.deleted}</p>
    <form method="post" action="${at}/code">
      ${form}<label for="code">${words.code}</label
      ><input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="12" /><button>
        ${words.sendNow}
      </button>
    </form>
    <form method="post" action="${at}/code">
      ${form}<input type="hidden" name="again" value="yes" />
      <p>${words.noCode}</p>
      <button>${words.another}</button>
    </form>`
}

export function sentPage({ tag, words }: Spoken, { caseNumber, dueAt, notTaken }: Answer): Html {
  return html`<p>${words.number}</p>
    <p class="number">${caseNumber}</p>
    <p>${words.keep}</p>
    ${dueAt === null ? '' : html`<p>${words.decideBy} <b>${dayIn(tag, new Date(dueAt))}</b>.</p>`}
    ${
      notTaken.length === 0
        ? ''
        : html`<p class="bad">${words.notTaken}</p>
            <ul>
              ${notTaken.map((why) => html`<li lang="en">${why}</li>`)}
            </ul>`
    }`
}
