/** Disputes in the Books: what is disputed, by when it must be answered, and how. */
export const disputes = {
  kind: (purpose: string) => `Dispute: ${purpose}`,
  hint: 'A payer has asked their bank for the money back. Answer each dispute at the payment provider. If no one does, the provider accepts it for us after 16 hours, in full. The hours of Saturday and Sunday do not count; public holidays do.',
  advice:
    'Accept it if the payer wants the money back, paid twice or speaks of fraud, or if it is less than ₦20,000. Otherwise decline it, with the receipt and our emails as one PDF.',
  disputed: 'Disputed',
  paid: 'Amount paid',
  category: 'Reason',
  status: 'Provider status',
  opened: 'Opened',
  notSaid: 'Not specified',
  deadline: 'Accepted automatically',
  noDeadline: '16 weekday hours after it was opened',
  left: (moment: string, minutes: number) =>
    minutes < 0 ? `${moment}: this time has passed` : `${moment}, in ${hoursAndMinutes(minutes)}`,
  reference: 'Dispute at the provider',
}

function hoursAndMinutes(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  if (hours >= 1) return hours === 1 ? '1 hour' : `${hours} hours`
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
