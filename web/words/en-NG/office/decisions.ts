/** Decisions of two people: the page Decisions, and the dialog in which every kind is confirmed or withdrawn. */
import type { DecisionGroup, DecisionName } from '../../../../contract/record/decision-fields.ts'
import { differences } from '../money/matching.ts'

interface Effect {
  readonly what: string
  /** The effect of confirming it. */
  readonly lead: string
}

const closing = (lead: string): Effect => ({ what: 'Close a difference', lead: `${lead} It stays on record.` })

const EFFECTS: Readonly<Record<DecisionName, Readonly<Record<string, Effect>>>> = {
  award: {
    grant: { what: 'Grant an award', lead: 'Its funds promise the amount at once, and the applicant is told.' },
  },
  disbursement: {
    release: {
      what: 'Release a payout',
      lead: 'A transfer is sent at once. Cash, vouchers and goods can be handed over.',
    },
  },
  write_off: {
    lose: { what: 'Write off a loss', lead: 'What is left of the payout is booked as lost, and shown in public.' },
  },
  payee: {
    confirm: {
      what: 'Confirm a bank account',
      lead: 'Compare the two names yourself. Money can be sent to this account from now on.',
    },
  },
  cash_count: {
    count: {
      what: 'Book a cash count',
      lead: 'What is missing or too much is booked now. This cannot be undone, only counted again.',
    },
  },
  payment_decision: {
    settle: { what: 'Settle a payment', lead: 'The amount received is credited now. You cannot undo this.' },
    return: { what: 'Return a payment', lead: 'This records that the money was sent back. You cannot undo this.' },
  },
  wallet_decision: {
    cover: {
      what: 'Cover the loss of a wallet',
      lead: 'The loss is booked as paid by the organisation. You cannot undo this.',
    },
    repaid: {
      what: 'Record a repaid loss',
      lead: 'The loss is booked as paid back, and the wallet can be used again. You cannot undo this.',
    },
    thaw: { what: 'Thaw a wallet', lead: 'The wallet can be used again.' },
  },
  difference_closing: Object.fromEntries(
    Object.entries(differences.closings).map(([choice, lead]) => [choice, closing(lead)]),
  ),
  month_closing: {
    close: {
      what: 'Close a month',
      lead: 'Its statement is stored and no longer changes. Nothing can be booked into its days any more. You cannot undo this.',
    },
  },
  statement_removal: {
    remove: {
      what: 'Remove a bank statement',
      lead: 'Lines that are on no other statement are deleted. You cannot undo this.',
    },
  },
  payout_limits: {
    change: {
      what: 'Change the limits of paying out',
      lead: 'They are in force at once, for everyone, and shown in public.',
    },
  },
  organisation: {
    publish: {
      what: 'Publish the details of the organisation',
      lead: 'It is public within seconds, on every page and in every letter.',
    },
  },
  payout_hold: {
    renew: {
      what: 'Hold payouts longer',
      lead: 'Payouts wait five more days, and the recipient is told.',
    },
  },
  fund: {
    new: {
      what: 'Open a fund',
      lead: 'It takes gifts at once, and every public page shows it. It can be closed later, and never removed.',
    },
    change: { what: 'Change a fund', lead: 'The public reads it at once. Old receipts keep the name of their day.' },
    close: {
      what: 'Close a fund',
      lead: 'It takes no new gifts from now on. Those that were started still arrive, and awards go on until it is empty.',
    },
    reopen: { what: 'Reopen a fund', lead: 'It takes gifts again, at once.' },
  },
  fund_move: {
    move: {
      what: 'Move what is left of a fund',
      lead: 'All that is left goes to the other fund at once, and its gifts go on there. The closed fund cannot be reopened any more. You cannot undo this.',
    },
  },
  role_change: {},
  invitation: {},
}

/** For kinds whose choices are lists of roles. */
const ANY: Partial<Readonly<Record<DecisionName, Effect>>> = {
  role_change: {
    what: 'Change roles',
    lead: 'New staff get an email to choose a password. Staff whose roles change are signed out. Without a role, their open work goes back to the queue, unless you hand it over first.',
  },
  invitation: { what: 'Invite someone to the team', lead: 'We email a link that works once, for three days.' },
}

/** The name of a proposal, and the effect of confirming it. */
export function effectOf(kind: DecisionName, choice: string): Effect {
  return EFFECTS[kind][choice] ?? ANY[kind] ?? { what: choice, lead: '' }
}

export const decisions = {
  lead: 'What takes two people: one proposes it, and another confirms it.',
  notLoaded: 'The decisions could not be loaded',
  groups: { waiting: 'Waiting for you', mine: 'You proposed', others: 'Waiting for others' } satisfies Record<
    DecisionGroup,
    string
  >,
  hints: {
    waiting: 'Someone else proposed these. Check each of them yourself before you confirm.',
    mine: 'Someone else must confirm these. You can withdraw them.',
    others: 'You have approved these, may not confirm them, or no one can confirm them now.',
  } satisfies Record<DecisionGroup, string>,
  counted: (title: string, total: number | string) =>
    `${title} (${typeof total === 'number' ? total.toLocaleString('en-NG') : 'more than 10,000'})`,
  none: 'Nothing is waiting for you',
  noneMore: 'What others propose, and you may confirm, appears here.',
  showMore: (group: string) => `Show more: ${group}`,
  open: {
    award: 'Open the request',
    disbursement: 'Open the request',
    write_off: 'Open the request',
    payee: 'Open the accounts',
    cash_count: 'Open cash in hand',
    payment_decision: 'Open the Books',
    wallet_decision: 'Open the Books',
    difference_closing: 'Open the Books',
    month_closing: 'Read its statement',
    statement_removal: 'Open the bank statements',
    payout_limits: 'Open Settings',
    fund: 'Open the funds',
    fund_move: 'Open the funds',
    role_change: 'Open the Team page',
    invitation: 'Open the Team page',
    organisation: 'Open the organisation',
    payout_hold: 'Open the request',
  } satisfies Record<DecisionName, string>,
  amounts: {
    amount: 'Amount',
    cash: 'Cash, by the books and counted',
    received: 'Amount received',
    loss: 'Loss to settle',
  },
  facts: {
    roles: 'Roles',
    payment_kind: 'Handed over as',
    item: 'Item',
    why: 'Why it needs review',
    account: 'The account as the bank names it',
    account_warnings: 'Check the account',
    difference: 'Kind',
    days: 'Period',
    slip: 'Slip',
    title: 'Name',
    purpose: 'What it is for',
    icon: 'Icon',
    place: 'Place in the list',
    draws: 'Drawn on by',
    pays_for: 'What amounts pay for',
    takes_gifts: 'New gifts',
    moves_to: 'To the fund',
    held_until: 'Held until',
  },
  days: (first: string, last: string) => `${first} to ${last}`,
  fromTo: (before: string, after: string) => `From ${before} to ${after}`,
  proposedBy: (name: string, moment: string) => `Proposed by ${name} on ${moment}`,
  approvedBy: (names: string, signers: number) => `Approved by ${names}. It takes ${signers} people.`,
  own: 'You proposed this. A second person must confirm it.',
  expires: (moment: string) => `Expires on ${moment}`,
  expired:
    'No one can confirm this now: it has expired, what it is about has changed, or who proposed it no longer may. Withdraw it, or propose it again.',
  confirm: 'Confirm',
  confirmOn: (name: string) => `Confirm the decision on ${name}`,
  withdraw: 'Withdraw',
  withdrawOn: (name: string) => `Withdraw the proposal for ${name}`,
  withdrawTitle: 'Withdraw this proposal',
  withdrawLead: 'Nothing is booked or changed. It can be proposed again.',
  confirmed: 'Decision recorded',
  approved: 'Approved. It needs one more person.',
  notConfirmed: 'The decision was not recorded',
  withdrawn: 'Proposal withdrawn',
  notWithdrawn: 'The proposal was not withdrawn',
}
