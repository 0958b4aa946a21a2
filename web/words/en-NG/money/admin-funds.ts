/** The words of the funds, in the settings. */
import type { RowIcon } from '../../../../contract/platform/named-row-limits.ts'
import { CRITICAL } from './fund-names.ts'

export const adminFunds = {
  title: 'Funds',
  lead: 'Someone in finance proposes a fund as it should be, and an administrator who did not propose it confirms. The public reads all of it. Never name or describe one person here.',
  failed: 'The funds could not be loaded',
  open: 'Open',
  /** After the names of the kinds of requests, for every fund. */
  draws: 'Drawn on by',
  paysFor: 'What amounts pay for',
  /** @param from such as `₦5,000` */
  pays: (from: string, pays: string) => `${from}: ${pays}`,
  paysNone: 'The examples of this site',

  new: 'New fund',
  edit: 'Change',
  editNamed: (title: string) => `Change ${title}`,
  close: 'Close',
  closeNamed: (title: string) => `Close ${title}`,
  reopen: 'Reopen',
  reopenNamed: (title: string) => `Reopen ${title}`,
  waitsTitle: 'Waits for a second person',
  waits: 'The next change can be proposed after this one is decided.',

  names: {
    title: 'Name',
    key: 'Key',
    purpose: 'What it is for',
    icon: 'Icon',
    place: 'Place in the list',
    kinds: 'Kinds of requests that draw on it first',
    critical: CRITICAL,
    pays_for: 'What amounts pay for',
    reason: 'Why',
  },
  hints: {
    title: 'As donors read it, at most 40 characters. Never the name of one person.',
    key: 'Small letters and _, such as water. It is in addresses, files and the public log, and never changes.',
    purpose: 'One or two sentences that anyone may read. Nothing about one person.',
    place: 'Funds with smaller numbers come first.',
    kinds: 'Every request can also draw on the general fund, after these.',
    pays_for:
      'One line for each amount, the smallest first: 5000 a school uniform. Leave it empty to say nothing of your own.',
    reason: 'It is kept permanently. No names.',
  },
  icons: {
    coins: 'Coins',
    book: 'Book',
    siren: 'Siren',
    shield: 'Shield',
    bowl: 'Bowl',
    plus: 'Plus',
    people: 'People',
    globe: 'Globe',
    badge: 'Badge',
  } satisfies Record<RowIcon, string>,
  missing: 'This field is required.',
  kindsMissing: 'Choose at least one: what no request draws on is never paid out.',
  badKey: 'Use small letters and _, and begin with a letter.',
  badPlace: 'Enter a whole number from 1 to 999.',
  badLine: (line: string) => `This line has no amount or no words: ${line}`,
  send: 'Propose',
  proposed: 'Fund proposed',
  notProposed: 'The fund was not proposed',
  closeLead:
    'It takes no new gifts once a second person confirms. What was started still arrives, and awards from it go on until it is empty.',
  reopenLead: 'It takes gifts again once a second person confirms.',

  left: {
    title: 'What is left of closed funds',
    lead: 'Once nothing of a closed fund is promised or still arriving, two people can move all that is left to an open one. What was given to each stays as given, and its gifts go on there.',
    failed: 'What is left of closed funds could not be loaded',
    amount: (amount: string) => `${amount} is left`,
    follows: (other: string) => `What was left went to ${other}. What still comes in can only follow.`,
    move: 'Move it',
    moveNamed: (title: string) => `Move what is left of ${title}`,
    moveLead: (amount: string) =>
      `All of it goes: ${amount}, which is its balance less the fees of its gifts. The closed fund cannot be reopened after that.`,
    target: 'To which fund',
    waits: (from: string, to: string, amount: string) => `${amount} from ${from} to ${to}`,
    moves: 'Moves so far',
    moved: (from: string, to: string, amount: string, day: string) => `${amount} from ${from} to ${to}, ${day}`,
    by: (by: string, confirmedBy: string) => `Proposed by ${by}, confirmed by ${confirmedBy}`,
    takenBack: 'It came back because the closed fund lacked it, as after a refund of a gift.',
  },
  changes: 'Changes so far',
  changed: (title: string, day: string, by: string, confirmedBy: string) =>
    `${title}, ${day}: proposed by ${by}, confirmed by ${confirmedBy}`,
}
