/** The words of the limits of paying out, in the settings. */
export const limits = {
  title: 'Limits of paying out',
  lead: 'Someone in finance proposes other limits, and an administrator who did not propose them confirms. They are in force at once, and the public page shows them.',
  failed: 'Failed to load the limits',
  names: {
    second_step_above: 'Second step again, for awards above',
    three_people_above: 'Three people, for awards above',
    released_a_day_max: 'Released by one person in 24 hours, at most',
    changed_account_hours: 'Wait after an applicant changed the account',
  },
  hours: (hours: number) => (hours === 1 ? '1 hour' : `${hours.toLocaleString('en-NG')} hours`),
  /** @param day such as `3 March 2026` */
  since: (day: string) => `In force since ${day}.`,
  first: 'These are the limits of a new instance.',

  propose: 'Propose other limits',
  hint: {
    second_step_above: 'In naira. 0 means always.',
    three_people_above: 'In naira, at least the amount before.',
    released_a_day_max: 'In naira.',
    changed_account_hours: 'In hours, from 1 to 720. In the sandbox it is always a minute.',
  },
  notAnAmount: 'Enter an amount in naira, such as 45,000.',
  tooSmall: 'Enter at least the amount above which the second step is needed.',
  nothing: 'Enter at least ₦1.',
  notHours: 'Enter a whole number of hours, from 1 to 720.',
  reason: 'Why',
  reasonHint: 'It is kept permanently. No names.',
  reasonMissing: 'Enter a reason.',
  send: 'Propose',
  proposed: 'Limits proposed',
  notProposed: 'The limits were not proposed',

  changes: 'Changes so far',
  changed: (day: string, by: string, confirmedBy: string) => `${day}: proposed by ${by}, confirmed by ${confirmedBy}`,
}
