/** The acts of paying out that need a second administrator. */
import type { ProposalKind } from '../../record/two-person/proposals.ts'

/** About the request, so that a request has one open proposal. */
export const GRANTS: ProposalKind<'grant'> = {
  name: 'award',
  choices: ['grant'],
  audited: {
    subject: 'award',
    proposed: 'award.proposed',
    approved: 'award.approved',
    confirmed: 'award.granted',
    withdrawn: 'award.withdrawn',
  },
}

/** About the disbursement. */
export const RELEASES: ProposalKind<'release'> = {
  name: 'disbursement',
  choices: ['release'],
  audited: {
    subject: 'disbursement',
    proposed: 'disbursement.proposed',
    approved: 'disbursement.approved',
    confirmed: 'disbursement.released',
    withdrawn: 'disbursement.withdrawn',
  },
}

/** About the disbursement. */
export const WRITE_OFFS: ProposalKind<'lose'> = {
  name: 'write_off',
  choices: ['lose'],
  audited: {
    subject: 'disbursement',
    proposed: 'disbursement.loss_proposed',
    approved: 'disbursement.loss_approved',
    confirmed: 'disbursement.lost',
    withdrawn: 'disbursement.loss_withdrawn',
  },
}

/** About the holder, so that the cash of a person has one open count. */
export const COUNTS: ProposalKind<'count'> = {
  name: 'cash_count',
  choices: ['count'],
  audited: {
    subject: 'cash',
    proposed: 'cash.count_proposed',
    confirmed: 'cash.counted',
    withdrawn: 'cash.count_withdrawn',
  },
}
