/** The pages of complaints without script. */
import { html, raw } from 'hono/html'
import { COMPLAINT_CHARACTERS_MAX, COMPLAINT_KINDS, inGroups } from '../../../contract/aid/complaint-fields.ts'
import type { englishComplain, englishComplaints } from '../../../contract/aid/complaint-words.ts'
import { dayIn, momentIn } from '../../platform/languages.ts'
import type { readStanding, receiveComplaint } from '../complaints/complaints.ts'
import { langOf, type Html, type Spoken } from './pages.ts'

export const COMPLAINT_FIELDS = ['kind', 'about', 'text', 'contact', 'slip', 'code'] as const
export type ComplaintField = (typeof COMPLAINT_FIELDS)[number]
export type ComplaintTyped = Partial<Record<ComplaintField, string>>
export type ComplaintFaults = Partial<Record<ComplaintField, string>>

export interface SpokenComplaint extends Spoken {
  readonly complain: ReturnType<typeof englishComplain>
  readonly names: ReturnType<typeof englishComplaints>
}

interface ComplaintFacts {
  readonly token: string
  readonly typed: ComplaintTyped
  readonly faults: ComplaintFaults
  /** The one who reads complaints about people who work here; undefined: no one does. */
  readonly focal: string | undefined
}

export function complaintPage(spoken: SpokenComplaint, { token, typed, faults, focal }: ComplaintFacts): Html {
  const { at, complain, names } = spoken
  const around = (name: ComplaintField, label: string, hint: string, field: Html) => {
    const says = faults[name]
    const fault = says && html`<p class="bad" id="${name}-fault" ${langOf(spoken, says)}>${says}</p>`
    return html`<label for="${name}">${label} <small>${hint}</small></label
      >${fault ?? ''}${field}`
  }
  const named = (name: ComplaintField) => {
    const described = faults[name] === undefined ? '' : ` aria-invalid="true" aria-describedby="${name}-fault"`
    return raw(`id="${name}" name="${name}"${described}`)
  }
  const choice = (name: ComplaintField, label: string, options: readonly (readonly [string, string])[]) =>
    around(
      name,
      label,
      '',
      html`<select ${named(name)}>
        ${options.map(
          ([value, says]) =>
            html`<option value="${value}" ${typed[name] === value ? raw('selected') : ''}>${says}</option>`,
        )}
      </select>`,
    )
  const input = (name: ComplaintField, label: string, hint: string, attributes: string) =>
    around(name, label, hint, html`<input ${named(name)} value="${typed[name] ?? ''}" ${raw(attributes)} />`)
  const { text: textMax, contact: contactMax } = COMPLAINT_CHARACTERS_MAX
  const aboutStaff =
    focal === undefined ? [] : [['staff', names.aboutStaff] as const, ['focal', names.aboutFocal(focal)] as const]
  return html`<p>${complain.lead}</p>
    <p>${focal === undefined ? complain.noFocal : complain.reads(focal)}</p>
    <form method="post" action="${at}" accept-charset="utf-8">
      <input type="hidden" name="form" value="${token}" />
      ${choice('kind', names.kind, [['', names.choose], ...COMPLAINT_KINDS.map((kind) => [kind, names.kinds[kind]] as const)])}
      ${choice('about', names.isAbout, [['none', names.about.none], ...aboutStaff])}
      ${around('text', names.text, names.textHint, html`<textarea ${named('text')} rows="7" maxlength="${textMax}">${typed.text ?? ''}</textarea>`)}
      ${input('contact', names.contact, names.contactHint, `maxlength="${contactMax}"`)}
      <p><b>${complain.slipTitle}</b><br />${complain.slipLead}</p>
      ${input('slip', complain.slip, '', 'maxlength="20" autocomplete="off"')}
      ${input('code', complain.slipCode, '', 'maxlength="20" autocomplete="off"')}
      <button>${complain.send}</button>
    </form>
    <h2>${complain.askTitle}</h2>
    <p>${complain.askLead}</p>
    ${standingForm(spoken)}`
}

const standingForm = ({ at, complain }: SpokenComplaint) =>
  html`<form method="post" action="${at}/standing">
    <label for="number">${complain.code}</label
    ><input id="number" name="code" maxlength="40" autocomplete="off" /><button>${complain.ask}</button>
  </form>`

/** The number of a complaint, in groups that can be read out. */
export function receivedPage(
  { tag, complain, names }: SpokenComplaint,
  { code, held_until: until }: Awaited<ReturnType<typeof receiveComplaint>>,
): Html {
  return html`<p>${names.codeTitle}:</p>
    <p class="number">${inGroups(code)}</p>
    <p>${names.codeLead}</p>
    ${until === null ? '' : html`<p>${complain.heldUntil(momentIn(tag, until))}</p>`}`
}

export function standingPage(spoken: SpokenComplaint, found: Awaited<ReturnType<typeof readStanding>>): Html {
  const { tag, complain, names } = spoken
  const { state, kind, created_at: sentAt, due_at: dueAt, answer } = found
  return html`<p><b>${names.states[state]}</b></p>
    <p>${complain.sentOn(dayIn(tag, sentAt), names.kinds[kind])}</p>
    ${state === 'answered' || dueAt === null ? '' : html`<p>${complain.dueBy[state](dayIn(tag, dueAt))}</p>`}
    ${state === 'answered' && answer === null ? html`<p>${complain.erased}</p>` : ''}
    ${
      answer === null
        ? ''
        : html`<p>${complain.answer}</p>
            <blockquote lang="en">${answer}</blockquote>`
    }
    ${standingForm(spoken)}`
}
