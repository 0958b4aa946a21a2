/** The templates as they are shipped: version 1. An administrator's edit is stored as the next version (templates.ts). */
import type { ApplicationType } from '../../../../contract/aid/application-fields.ts'
import {
  PAPER_REASONS,
  REJECTION_REASONS,
  type PaperReason,
  type RejectionReason,
} from '../../../../contract/aid/reason-fields.ts'

interface Nouns {
  readonly need: string
  /** The paper that shows the cost. */
  readonly bill: string
  /** The paper that shows the need. */
  readonly proof: string
  /** The recipient of the money. */
  readonly payee: string
}

/** Nouns of `other`, and of kinds that the organisation named. */
const OTHER: Nouns = {
  need: 'what you asked for',
  bill: 'the bill or the price of what you need',
  proof: 'a paper that shows why you need it',
  payee: 'the person or the business that you must pay',
}

const NOUNS: Readonly<Record<string, Nouns>> = {
  schoolfees: {
    need: 'the school fees',
    bill: 'the fee sheet of the school, for this term',
    proof: 'the letter of admission, or the last school report',
    payee: 'the school',
  },
  medical_fee: {
    need: 'the treatment',
    bill: 'the bill or the estimate of the hospital',
    proof: 'the letter of the doctor, which names the treatment',
    payee: 'the hospital',
  },
  shelter: {
    need: 'the rent or the repair',
    bill: 'the rent agreement, or the estimate of the builder',
    proof: 'photos of the damage, or the letter of the landlord',
    payee: 'the landlord or the builder',
  },
  food: {
    need: 'food',
    bill: 'a list of what you need, with the prices at your market',
    proof: 'a letter of your ward or community leader about your household',
    payee: 'the shop that can supply you',
  },
  financial_aid: {
    need: 'the money that you asked for',
    bill: 'the bills that the money is for',
    proof: 'a paper that shows what has happened, such as a letter of your employer',
    payee: 'the person or the business that you must pay',
  },
}

interface Words {
  readonly title: string
  readonly text: (nouns: Nouns) => string
}
const GREETING = 'Dear {first_name},'
const AGAIN = 'You can send a new request at any time.'

const REJECTIONS: Readonly<Record<RejectionReason, Words>> = {
  not_confirmed: {
    title: 'We could not confirm it',
    text: ({ need, payee }) =>
      `We asked ${payee} about ${need}, and could not confirm what you wrote. So we cannot pay for it. If something has changed, send a new request with papers that show it.`,
  },
  papers_differ: {
    title: 'The papers say something else',
    text: ({ need }) =>
      `Your papers and your request differ: a name, an amount or a date is not the same. We can pay for ${need} only if they agree. ${AGAIN} Please check the papers first.`,
  },
  no_answer: {
    title: 'No answer to our questions',
    text: ({ need }) =>
      `We asked you for papers about ${need} and did not hear from you for 30 days, so we have closed this request. ${AGAIN} Please add the papers to it.`,
  },
  duplicate: {
    title: 'The same request twice',
    text: () =>
      'You, or someone in your household, sent the same request before. We decide only about the first one. You do not need to do anything.',
  },
  already_paid: {
    title: 'It is paid already',
    text: ({ payee }) =>
      `We learned from ${payee} that this has already been paid. So we give this money to another person who needs it. ${AGAIN}`,
  },
  not_covered: {
    title: 'We do not pay for this',
    text: ({ need }) =>
      `Our donors gave for other needs, so we cannot pay for ${need} as you describe it. If you have another need, send a new request.`,
  },
  outside_area: {
    title: 'Outside the places where we help',
    text: ({ need }) =>
      `We cannot reach the place that you named, so we cannot help with ${need} there. If you live elsewhere now, change the address in your profile and send a new request.`,
  },
  no_funds: {
    title: 'The fund is used up',
    text: ({ need }) =>
      `The fund for this kind of aid has no money left, so we cannot pay for ${need} now. This says nothing about you or your need. ${AGAIN}`,
  },
}

const please = (what: string) => `Please send us ${what}. A photo is enough if every word can be read.`
const PAPERS: Readonly<Record<PaperReason, Words>> = {
  bill: { title: 'What it costs', text: ({ bill }) => please(bill) },
  proof: { title: 'Proof of the need', text: ({ proof }) => please(proof) },
  payee: {
    title: 'Who is paid',
    text: ({ payee }) =>
      please(`a paper of ${payee} with the name of the bank, the account number and the name on the account`),
  },
  identity: {
    title: 'Who you are',
    text: () => please('your identity card, your voter card or your NIN slip. It is only used to check your name'),
  },
  address: {
    title: 'Where you live',
    text: () => please('a paper with your name and address, such as an electricity bill or a letter of your ward'),
  },
  clearer_copy: {
    title: 'A copy that can be read',
    text: () =>
      'We cannot read these papers:\n{papers}\nPlease take new photos in daylight, with the whole page in the picture.',
  },
}

/** Returns the templates of one kind of aid, without type, language and version. Rejections first. */
export function shippedTemplates(type: ApplicationType) {
  const nouns = NOUNS[type] ?? OTHER
  const text = (words: Words, ending: string) => `${GREETING}\n\n${words.text(nouns)}\n\n${ending}`
  return [
    ...REJECTION_REASONS.map((code) => {
      const words = REJECTIONS[code]
      return {
        kind: 'rejection' as const,
        code,
        title: words.title,
        text: text(words, 'This is about your request {case}.'),
      }
    }),
    ...PAPER_REASONS.map((code) => {
      const words = PAPERS[code]
      return {
        kind: 'papers' as const,
        code,
        title: words.title,
        text: text(words, 'We keep your request {case} until {date}.'),
      }
    }),
  ]
}
