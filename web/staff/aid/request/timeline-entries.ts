/** Everything that happened with a request in one order: steps, papers, calls, notes, acts of staff, and what was granted and paid. */
import type { ApplicationDetailsJson } from '../../../../contract/aid/admin.ts'
import type { Delivery } from '../../../../contract/office/admin-reports-fields.ts'
import { formatNaira } from '../../../../contract/platform/money.ts'
import { CALL_OUTCOMES } from '../../../../contract/aid/queue-fields.ts'
import { applicationNames } from '#words/aid/application-names.ts'
import { nameOf, PAYMENT_SENTENCES } from '#words/office/payment-sentences.ts'
import { live } from '#words/aid/review-live.ts'
import { review as words } from '#words/aid/review.ts'
import { caseMessages as messages } from '#words/office/case-messages.ts'
import { formatDayAndTime } from '../../../lib/format-date.ts'
import { nameOfPerson } from '../../desk/parts/people.ts'

export interface Entry {
  readonly key: string
  readonly what: string
  /** Name of the actor; none if the line itself contains it. */
  readonly by?: string
  readonly at: string
  /** A reason, a note, a question or an answer. */
  readonly text?: string | null
  /** True for what the applicant did or was told. Only staff see the rest. */
  readonly isOfApplicant: boolean
  /** Text for staff only: marked as such, and never on paper. */
  readonly isNote?: boolean
  /** The thread of the inbox that has it. */
  readonly thread?: string
  /** Delivery of its mail and its text message. */
  readonly mail?: Delivery | null
  readonly sms?: Delivery | null
  /** Not for paper: a colleague opened it, or changed its tags. */
  readonly isOffPaper?: boolean
}

/** @returns oldest first */
export function entriesOf(details: ApplicationDetailsJson): readonly Entry[] {
  const entries = [
    ...stepsOf(details),
    ...papersOf(details),
    ...messagesOf(details),
    ...newsOf(details),
    ...applicantActsOf(details),
    ...actsOf(details),
    ...notesOf(details),
    ...paidOf(details),
    ...looksOf(details),
  ]
  return entries.sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

function stepsOf({ history }: ApplicationDetailsJson): Entry[] {
  return history.map((step, place) => ({
    key: `step ${place}`,
    what: step.from_status === null ? words.sent : applicationNames.statuses[step.status],
    by: nameOfPerson(step.by),
    at: step.created_at,
    text: step.reason,
    isOfApplicant: !step.taken_back,
    mail: step.letter,
  }))
}

function papersOf({ paper_requests: requests, applicant }: ApplicationDetailsJson): Entry[] {
  return requests.flatMap((request): Entry[] => {
    const { id, text, message, answered_at: answered, closed_at: closed, taken_back: isTakenBack } = request
    const isOfApplicant = !isTakenBack
    const by = nameOfPerson(request.by)
    const mail = request.letter
    const asked = { key: `${id} asked`, what: words.papers, by, at: request.created_at, text, isOfApplicant, mail }
    if (answered !== null)
      return [
        asked,
        {
          key: `${id} answered`,
          what: live.papersAnswered,
          by: applicant.full_name,
          at: answered,
          text: message,
          isOfApplicant,
        },
      ]
    if (closed !== null && !isTakenBack)
      return [asked, { key: `${id} closed`, what: words.closedUnanswered, at: closed, isOfApplicant }]
    return [asked]
  })
}

/** A message of someone who may not be the applicant is for staff only. */
function messagesOf({ threads, applicant }: ApplicationDetailsJson): Entry[] {
  return threads.flatMap(({ id, origin, subject, message, sender, created_at: at, replies }): Entry[] => {
    const isOfApplicant = origin === 'staff'
    const thread = { thread: id, isOfApplicant, isNote: !isOfApplicant }
    const ours = isOfApplicant ? messages.toApplicant : messages.weWrote(subject)
    const theirs = isOfApplicant ? messages.ofApplicant : messages.theyWrote(subject)
    const writer = isOfApplicant ? applicant.full_name : messages.notVerified(sender)
    const first = { key: id, what: theirs, by: writer, at, text: message, ...thread }
    const others = replies.map((reply) => ({
      key: reply.id,
      what: reply.from === 'us' ? ours : theirs,
      by: reply.by ? nameOfPerson(reply.by) : writer,
      at: reply.created_at,
      text: reply.text,
      mail: reply.mail,
      sms: reply.sms,
      ...thread,
    }))
    return message === '' ? others : [first, ...others]
  })
}

/** The message to the applicant, where no other line says it. */
function newsOf({ news }: ApplicationDetailsJson): Entry[] {
  return news.map(({ id, news: told, by, letter, created_at: at }) => ({
    key: id,
    what: messages.told(messages.news[told], by),
    at,
    isOfApplicant: true,
    [by]: letter,
  }))
}

function applicantActsOf({ applicant_acts: acts, applicant }: ApplicationDetailsJson): Entry[] {
  return acts.map((act) => ({
    key: act.id,
    what: live.applicantActs[act.act],
    by: applicant.full_name,
    at: act.created_at,
    text:
      [act.papers.join(', '), act.message ?? '', ...correctionsOf(act)].filter((line) => line !== '').join('\n') ||
      null,
    isOfApplicant: true,
  }))
}

/** Shows long texts as they were: the page has those of now. */
function correctionsOf({ before, after }: ApplicationDetailsJson['applicant_acts'][number]): string[] {
  if (before === null || after === null) return []
  const { amount_requested: amount, location, description } = before
  const naira = (value: number | null | undefined) => (typeof value === 'number' ? formatNaira(value) : live.noAmount)
  return [
    ...(amount === undefined ? [] : [live.corrected(live.fields.amount, naira(amount), naira(after.amount_requested))]),
    ...(location === undefined ? [] : [live.corrected(live.fields.place, location, after.location ?? '')]),
    ...(description === undefined ? [] : [live.correctedText(live.fields.description, description)]),
  ]
}

function actsOf({ acts, notes }: ApplicationDetailsJson): Entry[] {
  const texts = new Map(notes.map(({ id, text }) => [id, text]))
  return acts.map((act) => ({
    key: act.id,
    what: actInWords(act),
    by: nameOfPerson(act.by),
    at: act.created_at,
    text: (act.note_id !== null && texts.get(act.note_id)) || null,
    isOfApplicant: false,
    isNote: true,
    isOffPaper: act.act === 'tagged' || act.act === 'untagged',
  }))
}

/** Without the notes about calls, which are with their calls. */
function notesOf({ notes, acts }: ApplicationDetailsJson): Entry[] {
  const ofCalls = new Set(acts.map(({ note_id: note }) => note))
  return notes
    .filter(({ id }) => !ofCalls.has(id))
    .map((note) => ({
      key: note.id,
      what: words.privateNote,
      by: nameOfPerson(note.by),
      at: note.created_at,
      text: note.text,
      isOfApplicant: false,
      isNote: true,
    }))
}

function paidOf({ payment_acts: paid }: ApplicationDetailsJson): Entry[] {
  return paid.map(({ id, act, by, created_at: at }) => ({
    key: id,
    what: nameOf(PAYMENT_SENTENCES[act]),
    by: nameOfPerson(by),
    at,
    isOfApplicant: false,
  }))
}

function looksOf({ looks }: ApplicationDetailsJson): Entry[] {
  return looks.map(({ by, papers, last_at: at }) => ({
    key: `look ${by.user_id} ${at}`,
    what: papers.length === 0 ? words.looked : words.lookedAt(papers.join(', ')),
    by: nameOfPerson(by),
    at,
    isOfApplicant: false,
    isOffPaper: true,
  }))
}

function actInWords({ act, to, until, tag }: ApplicationDetailsJson['acts'][number]): string {
  if (act === 'assigned' && to) return live.assignedTo(nameOfPerson(to))
  if (act === 'taken_over' && to) return live.takenOverFrom(nameOfPerson(to))
  if (act === 'snoozed') return until === null ? live.snoozedUntilAnswered : live.snoozedUntil(formatDayAndTime(until))
  if ((act === 'tagged' || act === 'untagged') && tag !== null) return live[act](tag)
  const isCall = CALL_OUTCOMES.some((outcome) => outcome === act)
  return isCall && until !== null ? live.callAgain(live.acts[act], until) : live.acts[act]
}
