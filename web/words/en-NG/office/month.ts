/** The words of the month on the overview. */
const counted = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en-NG')} ${many}`

/** In hours up to two days, then in days. */
function duration(hours: number): string {
  if (hours < 1) return 'under 1 hour'
  if (hours < 48) return counted(Math.round(hours), 'hour', 'hours')
  const days = Math.round(hours / 2.4) / 10
  return `${days.toLocaleString('en-NG')} days`
}

export const month = {
  title: (name: string) => `${name} in figures`,
  others: 'Other months',
  print: 'Print this month',
  failed: 'The month could not be loaded',
  unknown: '–',
  duration,
  toDecide: 'Time to decide',
  toPay: 'Time to pay',
  most: (duration: string, of: string) => `Half took less. Nine of ten took at most ${duration}. Of ${of}.`,
  decided: (count: number) => counted(count, 'decided request', 'decided requests'),
  paid: (count: number) => counted(count, 'payout after its approval', 'payouts after their approval'),
  noneDecided: 'Not known: no request was decided in this month.',
  nonePaid: 'Not known: nothing was paid out in this month.',
  confirmed: 'Confirmed by recipients',
  confirmedOf: (confirmed: number, all: number) => `${confirmed} of ${counted(all, 'payout', 'payouts')} of this month`,
  noneHandedOver: 'Not known: nothing was handed over in this month.',
  funds: 'By fund',
  columns: {
    fund: 'Fund',
    gifts: 'Gifts',
    given: 'Given',
    payouts: 'Payouts',
    paidOut: 'Paid out',
    confirmed: 'Confirmed',
  },
  late: 'Late now, by owner',
  noneLate: 'No request is late.',
  noOwner: 'No owner',
  requests: (count: number) => counted(count, 'request', 'requests'),
  allLate: 'Show late requests',
}
