/** The words of the bank accounts that receive what was granted, for staff. */
import type { AccountWarning, Relation } from '../../../../contract/aid/payee-fields.ts'

export const payees = {
  title: 'Bank accounts',
  notLoaded: 'The bank accounts could not be loaded',
  lead: 'Accounts that two people must look at before they are used, and the accounts of vendors.',
  none: 'No account needs a look.',
  searchHint: 'Name or last digits',
  notFoundHere: 'No account fits this search.',
  more: 'These are the first 200. Search to see others.',
  findVendor: 'Find a vendor',
  findVendorHint: 'There are more than the list shows. Type a part of the name, then press Enter.',
  kinds: {
    applicant: 'Applicant',
    guardian: 'Receives it for the applicant',
    school: 'School',
    hospital: 'Hospital',
    landlord: 'Landlord',
  },
  relations: {
    spouse: 'Husband or wife',
    parent: 'Parent',
    child: 'Son or daughter',
    relative: 'Other relative',
    carer: 'Carer',
  } satisfies Record<Relation, string>,
  relation: 'Who they are to the applicant',
  byApplicant: 'An applicant asks us to pay it',
  bankSays: 'The name the bank gives',
  account: 'Account',
  ending: (bank: string, ending: string) => `${bank}, number ending in ${ending}`,
  matches: {
    look: 'The name on the account differs in part',
    none: 'The account has another name',
  },
  shared: 'Another applicant has named the same account',
  changed: 'Look at',
  /** Why two people look although the names match. */
  changes: {
    name: (before: string) => `Compared with another name than the approved one, ${before}`,
    account: (before: string) => `Replaces the account ending in ${before}`,
    shared: () => 'Another applicant has named the same account since',
    identity: () => 'Staff have not checked who the applicant is',
  },
  changedOn: (what: string, day: string) => `${what} (${day})`,
  needsCheck: 'To compare',
  usable: 'Confirmed',
  confirmedBy: (name: string) => `Confirmed by ${name}`,
  check: 'The names belong together',
  checkOf: (name: string) => `The names belong together: ${name}`,
  checked: 'Recorded. A second person must confirm it.',
  notChecked: 'It was not recorded',
  add: 'Add a vendor',
  addTitle: 'Add a vendor',
  addLead: 'A school, a hospital or a landlord that is paid directly. A second person must confirm the account.',
  kind: 'Kind',
  name: 'Name',
  nameMissing: 'Enter the name of the vendor.',
  bank: 'Bank',
  number: 'Account number',
  numberWrong: 'Enter the 10 digits of the account number.',
  ask: 'Ask the bank for the name',
  asking: 'Asking the bank …',
  notFound: 'The bank gave no name',
  isIt: (account: string) => `The bank gives this name: ${account}. Propose this account?`,
  propose: 'Propose',
  proposed: 'Vendor proposed',
  notProposed: 'The vendor was not proposed',
}

/** Each thing that people must look at, in a few words. Payouts tells more. */
export const accountWarnings: Record<AccountWarning, string> = {
  look: payees.matches.look,
  none: payees.matches.none,
  shared: payees.shared,
  changed: 'It changed after the approval',
  identity: 'Staff have not checked who the applicant is',
  name_changed: 'The bank gives another name for it now',
  not_found: 'The bank gave no name for it',
}

/** Answers of the bank in place of the name, with a payout. */
export const doubts = {
  name_changed:
    'The bank gives another name for this account now, so nothing was sent. Ask the recipient to name the account again, cancel this payout and propose a new one.',
  not_found:
    'The bank gave no name for this account, so nothing was sent. Try again in a few minutes. If it stays so, the account may be closed: ask the recipient for another account.',
}
