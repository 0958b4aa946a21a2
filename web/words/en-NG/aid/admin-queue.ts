/** The words of the queue: its views, its rows, and what can be done with a row. */
import type { QueueView } from '../../../../contract/aid/queue-fields.ts'

const weekday = new Intl.DateTimeFormat('en-NG', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'Africa/Lagos',
})

/** `Mon, 30 Nov` */
export const weekdayOf = (moment: string) => weekday.format(new Date(moment))

export const queue = {
  views: {
    next: 'Next',
    mine: 'Mine',
    answered: 'Answered',
    appeals: 'Appeals',
    late: 'Late',
    waiting: 'Waiting',
    unassigned: 'Unassigned',
    all: 'All',
  } satisfies Record<QueueView, string>,
  viewsLabel: 'Views',
  countFailed: 'Failed to count the requests',
  columns: {
    applicant: 'Applicant',
    number: 'Case',
    type: 'Type',
    amount: 'Amount',
    urgency: 'Urgency',
    due: 'Due',
    owner: 'Owner',
    status: 'Status',
    actions: 'Actions',
  },
  none: 'No requests in this view',
  noneMore: 'Choose another view, or wait for new requests.',
  decided: 'Decided',
  noOwner: 'No owner',
  noAmount: 'No amount',
  noUrgency: 'Not given',
  late: (days: number) => (days === 1 ? '1 day late' : `${days.toLocaleString('en-NG')} days late`),
  dueOnAnswer: 'When they answer',
  dueToday: 'Today',
  dueIn: (days: number) => (days === 1 ? 'In 1 day' : `In ${days.toLocaleString('en-NG')} days`),
  papers: (count: number) => (count === 1 ? '1 paper' : `${count.toLocaleString('en-NG')} papers`),
  duplicate: 'Duplicate?',
  answered: 'Answered',
  tag: 'Tag (staff only)',
  chosenTag: 'The chosen tag',
  heldBy: (name: string) => `Taken by ${name}`,
  waitsUntil: (day: string) => `Waits until ${day}`,
  waitsForAnswer: 'Waits until they answer',

  takeNext: 'Take the next',
  taking: 'One moment …',
  nextTitle: 'Next request',
  toQueue: 'Go to the queue',
  nothingLeft: 'No request is waiting',
  nothingLeftMore: 'Everything in this queue is decided, waiting or taken by a colleague.',
  notTaken: 'Failed to take a request',
  select: (name: string) => `Select ${name}`,
  actions: 'Actions',
  actionsFor: (name: string) => `Actions for ${name}`,
  dialogTitle: (number: string, name: string) => `${number}: ${name}`,
  take: 'Take and open',
  close: 'Close',
  assign: 'Assign to',
  assignTo: 'Assign',
  person: (name: string, count: number) => `${name} (${count.toLocaleString('en-NG')})`,
  assigned: 'Request assigned',
  notAssigned: 'Failed to assign the request',
  peopleFailed: 'Failed to load the people',
  wait: 'Wait',
  waitHint: 'It comes back at 07:00 on that day, or earlier if they answer or it becomes late.',
  waits: { tomorrow: 'Until tomorrow', monday: 'Until Monday', answered: 'Until they answer' },
  date: 'Until a date',
  dateMissing: 'Enter a date.',
  datePast: 'Choose a day after today.',
  /** `Again to Mon, 30 Nov` */
  waitAgain: (moment: string) => `Again to ${weekdayOf(moment)}`,
  waitUntil: 'Wait until this date',
  wake: 'Bring it back now',
  waitSet: 'Request waits',
  notSet: 'Failed to let the request wait',
  woken: 'Request brought back',
  read: 'Mark the answer as read',
  markedRead: 'Answer marked as read',
  notRead: 'Failed to mark the answer as read',
}

export const requests = (count: number) => (count === 1 ? '1 request' : `${count.toLocaleString('en-NG')} requests`)

/** The bar of the selected requests. The dialogs that it opens have their own words: admin-bulk.ts. */
export const bulk = {
  label: 'Selected requests',
  selected: (count: number) => `${requests(count)} selected`,
  clear: 'Clear the selection',
  kinds: {
    assign: { button: 'Assign', done: (count: number) => `${requests(count)} assigned.` },
    close_duplicate: {
      button: 'Close as duplicate',
      done: (count: number) => `${requests(count)} closed as duplicate.`,
    },
    close_unanswered: {
      button: 'Close: no answer in 30 days',
      done: (count: number) => `${requests(count)} closed without an answer.`,
    },
  },
  notLoaded: 'Failed to open this',
  undo: 'Undo',
  undone: 'Taken back',
  partlyUndone: (left: number) => `Taken back, except ${requests(left)} that changed since`,
  notUndone: 'Failed to take it back',
}
