/** /complain: the public page for complaints. */
import { englishComplain } from '../../../../contract/aid/complaint-words.ts'

export const complain = englishComplain()

/** Complaint of a signed-in recipient. */
export const ownComplaint = {
  open: 'Something is wrong: complain',
  title: (caseNumber: string) => `Complain about ${caseNumber}`,
  lead: 'We hold what is not paid out yet for five days, or until we answer. Nothing is taken from you.',
  held: (moment: string) => `We hold what is not paid out yet until ${moment}, while we look into something.`,
}
