/**
 * The page for staff: what each role does in a day, in a month and in trouble. It names pages and buttons as the screen does, so it takes
 * their words from there.
 */
import { calls } from '../aid/calls.ts'
import { review } from '../aid/review.ts'
import type { StaffRole } from '../../../../contract/platform/staff-roles.ts'
import { administration } from './administration.ts'
import { staffFrame } from './admin-frame.ts'
import { messages } from './staff-messages.ts'
import { month } from './month.ts'
import { team } from './team.ts'

const PLACES = {
  queue: administration.queue,
  payouts: administration.payouts,
  books: administration.tabs.books,
  beneficiaries: administration.tabs.beneficiaries,
  messages: administration.tabs.messages,
  audit: administration.tabs.audit,
  overview: administration.overview,
  calls: administration.calls,
  decisions: staffFrame.decisions,
  team: administration.team,
  settings: administration.settings,
} as const

interface Work {
  readonly day: readonly string[]
  readonly month: readonly string[]
  readonly trouble: readonly string[]
}

export const staffGuide = {
  title: staffFrame.guide,
  lead: 'For your first day, and for the days when something goes wrong. The names of pages and buttons are those on your screen.',
  wordsTitle: 'Five words',
  words: [
    ['Request', 'What a person asks for, with their papers. It has a case number, such as T-10452-0381-3.'],
    [
      'Decision',
      'Approved, rejected, or a question for papers. Two people never decide the same request past each other.',
    ],
    ['Award', 'How much of an approved request we promise, and from which fund.'],
    [
      'Payout',
      'One transfer, or one hand-over of cash, a voucher or goods. One person proposes it and a second person releases it.',
    ],
    ['Slip', 'The paper of a hand-over. Its number and code let the person confirm what they received.'],
  ] as readonly (readonly [string, string])[],
  foundTitle: 'Find anything',
  found: `Press Ctrl K, or “${staffFrame.palette.title}” at the top. Type a name, a telephone number, a case number or a slip. Arrow keys choose, Enter opens. Press ? for all keys.`,
  yours: 'Your role',
  day: 'In a day',
  month: 'In a month',
  trouble: 'In trouble',
  help: 'If you cannot go on',
  helpText:
    'Stop before you press anything that moves money. Ask an administrator in person or by telephone. Never send papers, account numbers or codes by chat or private email.',
  roles: {
    reviewer: {
      day: [
        `Open “${PLACES.queue}”. The request that is due first is at the top; late ones are red. Press n to take the next one.`,
        `Read the request and its papers. Then press “${review.approve}”, “${review.reject}” or “${review.askPapers}”. Read the letter before you send it.`,
        `You can undo a decision for one minute, by pressing u.`,
        `Open “${PLACES.messages}”. A dot marks what no one has read. Press “${messages.take}” for the ones you answer.`,
      ],
      month: [
        `Look at “${PLACES.overview}”: the time to decide, and who has late requests.`,
        `Give requests that you cannot finish to a colleague, before they are late.`,
      ],
      trouble: [
        'You know the applicant, or live with them: do not decide. Someone else must; the page refuses it too.',
        'A paper looks false: do not accuse anyone. Write a note with what you saw, and ask a colleague to look.',
        'Someone else has the request open: wait, or choose a different request. What you typed is kept.',
      ],
    },
    finance: {
      day: [
        `Open “${PLACES.payouts}”. Start with what waits for you: release what others proposed, after you looked at the papers, the decision and the account.`,
        'Compare the name of the account with the name of the person. A mismatch is red: ask before you release.',
        'Propose payouts for approved requests that have none yet.',
        'Record each hand-over on its day, with the signed slip or a receipt.',
      ],
      month: [
        `Open “${PLACES.books}”. Clear what needs a person, upload the bank statement, and match its lines.`,
        'Count the cash, with a second person.',
        `Print the month under “${PLACES.overview}” with “${month.print}”.`,
      ],
      trouble: [
        'A transfer failed: read the reason on its page first. Send it again only when the account is right.',
        'You are not sure whether money went out: do not send it again. The page asks the provider; wait for its answer.',
        `The books do not balance, or differ: leave the difference open, and tell an administrator. It is under “${PLACES.books}”.`,
        'You proposed it: you cannot release it. Ask a colleague.',
      ],
    },
    caller: {
      day: [
        `Open “${PLACES.calls}”. Choose a person from the list. What to say is beside it.`,
        'Ask for the person by name. Say nothing about the request to anyone else, not even that there is one.',
        `Record what they say. If no one answers, press “${calls.outcomes.not_reached}”: the next caller sees when you tried.`,
      ],
      month: ['Tell finance whose number is wrong again and again: a person who cannot be reached cannot confirm.'],
      trouble: [
        'Someone rings back: press Ctrl K and type their number or their name. You find only people who are waiting for a call.',
        'They say that something is missing: record it. Do not promise money; finance looks into it.',
        'They are angry or afraid: listen, write down the time, and tell an administrator after the call.',
      ],
    },
    auditor: {
      day: [
        `Open “${PLACES.audit}”. It shows what was changed; choose “Who looked” to see who read what.`,
        `Open “${PLACES.decisions}” to see what waits for two people.`,
      ],
      month: [
        `Compare “${PLACES.books}” with the bank’s own statement.`,
        'Choose a few payouts, and follow each from the request to what the recipient said.',
        `Look at “${PLACES.team}”: is everyone who can sign in still with you?`,
      ],
      trouble: [
        'Someone read many people’s data: ask them why, with the list in your hand. Administrators are mailed when it is more than usual.',
        'You cannot change anything here, and need not. Tell two administrators what you found, in writing.',
      ],
    },
    administrator: {
      day: [
        `Open “${PLACES.decisions}”: what waits for your confirmation. Confirm only what you have checked yourself.`,
        `Look at “${PLACES.overview}”: late requests, unread messages, and whether the books balance.`,
      ],
      month: [
        `Look at “${PLACES.team}”: roles, second steps, and open work of people who are away. Press “${team.handOver}” for theirs.`,
        `Read the templates of letters under “${PLACES.settings}”.`,
        'Check that a backup was restored somewhere this month. The operator knows how.',
      ],
      trouble: [
        `Someone leaves: hand over their work, then change their roles. Two administrators do this, under “${PLACES.team}”.`,
        'An account may be in wrong hands: change its roles at once, and ask the operator to end its sessions.',
        'A paper or a name went to the wrong person: write down what, when and who, and follow the privacy rules of your organisation within the day.',
        'The site does not answer: ask the operator. Nothing that you saved is lost.',
      ],
    },
  } satisfies Record<StaffRole, Work>,
}
