/** Permissions of staff, for the server's guards and for the pages, in a separate file so that pages load no schemas. */

/** A member of staff has one or more of these roles. */
export const STAFF_ROLES = ['administrator', 'reviewer', 'finance', 'caller', 'auditor'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

/** Each duty, and the roles that have it. Administrators have every duty. An endpoint of the staff names its duty. */
export const DUTIES = {
  /** The search of the bar, which finds what the other duties show, and the page for staff. */
  use_desk: ['reviewer', 'finance', 'caller', 'auditor'],
  /** Requests, people and messages. */
  see_requests: ['reviewer', 'finance', 'auditor'],
  decide_requests: ['reviewer'],
  /** Payments, gifts, wallets and the books. */
  see_money: ['finance', 'auditor'],
  /** Awards, payouts and bank accounts, which someone with `handle_money` then approves. */
  propose_payments: ['reviewer', 'finance'],
  handle_money: ['finance'],
  /** Asking by telephone whether money arrived. */
  call_recipients: ['caller', 'finance'],
  /** The audit, and who is in the team. */
  see_audit: ['auditor'],
  /** People and their roles, templates. */
  administer: [],
} as const satisfies Readonly<Record<string, readonly StaffRole[]>>
export type Duty = keyof typeof DUTIES

/** The roles that have this duty. */
export function rolesWith(duty: Duty): readonly StaffRole[] {
  return ['administrator', ...DUTIES[duty]]
}

/** Whether a person with these roles has this duty. */
export function hasDuty(roles: readonly StaffRole[], duty: Duty): boolean {
  return rolesWith(duty).some((role) => roles.includes(role))
}

/**
 * Acts that have no possible second person now. `roles`: fewer than two administrators. `money`: fewer than two people who handle
 * money, so no one can approve what the other one proposes. `large_payments`: fewer than three who can sign a large award.
 */
export const TEAM_GAPS = ['roles', 'money', 'large_payments'] as const
export type TeamGap = (typeof TEAM_GAPS)[number]
