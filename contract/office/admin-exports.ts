/**
 * The administrators' lists as CSV (RFC 4180), with the same filters, without paging; and the books of a month as files. The formats:
 * docs/csv.md.
 */
import { z } from 'zod'
import { staffWith } from '../platform/administration.ts'
import { payoutFilters } from '../aid/payouts.ts'
import { applicationFilters, beneficiaryFilters } from '../aid/admin.ts'
import { auditFilters } from '../record/audit.ts'
import { donationFilters, walletTransactionFilters } from './admin-reports.ts'
import { bankLineFilters } from '../money/bank.ts'
import { monthFilter } from '../money/months.ts'
import { csv, file } from '../platform/csv.ts'
import { endpoint } from '../platform/endpoint.ts'
import { contactMessageFilters } from './inbox.ts'

export const adminExportEndpoints = {
  'GET /api/admin/donations.csv': endpoint({
    ...staffWith('see_money'),
    summary: 'Gifts as CSV, newest first.',
    query: z.strictObject(donationFilters),
    reply: csv('donations'),
  }),
  'GET /api/admin/payouts.csv': endpoint({
    ...staffWith('see_money'),
    summary: 'Payouts of one view as CSV, newest first.',
    query: z.strictObject(payoutFilters),
    reply: csv('payouts'),
  }),
  'GET /api/admin/wallet-transactions.csv': endpoint({
    ...staffWith('see_money'),
    summary: 'Wallet transactions as CSV, newest first.',
    query: z.strictObject(walletTransactionFilters),
    reply: csv('wallet-transactions'),
  }),
  'GET /api/admin/bank-lines.csv': endpoint({
    ...staffWith('see_money'),
    summary: 'The lines of all bank statements as CSV, newest first.',
    query: z.strictObject(bankLineFilters),
    reply: csv('bank-lines'),
  }),
  'GET /api/admin/contact-messages.csv': endpoint({
    ...staffWith('see_requests'),
    summary: 'Contact messages as CSV, in the order of the list.',
    query: z.strictObject(contactMessageFilters),
    reply: csv('contact-messages'),
  }),
  'GET /api/admin/beneficiaries.csv': endpoint({
    ...staffWith('see_requests'),
    summary: 'Beneficiaries as CSV, in the order of the list.',
    query: z.strictObject(beneficiaryFilters),
    reply: csv('beneficiaries'),
  }),
  'GET /api/admin/applications.csv': endpoint({
    ...staffWith('see_requests'),
    summary:
      'Requests for aid as CSV, in the order of the list. With `ids`, only these; an id without a request has no row.',
    query: z.strictObject(applicationFilters),
    reply: csv('applications'),
  }),
  'GET /api/admin/audit-events.csv': endpoint({
    ...staffWith('see_audit'),
    summary: 'The audit as CSV, newest first.',
    query: z.strictObject(auditFilters),
    reply: csv('audit-events'),
  }),
  'GET /api/admin/month-statement.csv': endpoint({
    ...staffWith('see_money'),
    summary: 'The statement of a month as CSV: a line for each figure.',
    query: z.strictObject(monthFilter),
    reply: csv('month-statement'),
    errors: ['not_found'],
  }),
  'GET /api/admin/month-statement.pdf': endpoint({
    ...staffWith('see_money'),
    summary: 'The statement of a month as PDF, for signing.',
    query: z.strictObject(monthFilter),
    reply: file('month-statement.pdf', 'application/pdf'),
    errors: ['not_found'],
  }),
  'GET /api/admin/trial-balance.csv': endpoint({
    ...staffWith('see_money'),
    summary: 'The trial balance of a month as CSV: a line for each account, debits above zero.',
    query: z.strictObject(monthFilter),
    reply: csv('trial-balance'),
    errors: ['not_found'],
  }),
  'GET /api/admin/journal.csv': endpoint({
    ...staffWith('see_money'),
    summary: 'The entries of a month as CSV, two lines each: the account debited and the account credited.',
    query: z.strictObject(monthFilter),
    reply: csv('journal'),
    errors: ['not_found'],
  }),
  'GET /api/admin/journal.ledger': endpoint({
    ...staffWith('see_money'),
    summary: 'The entries of a month as the text that Ledger and hledger read.',
    query: z.strictObject(monthFilter),
    reply: file('journal.ledger', 'text/plain; charset=utf-8'),
    errors: ['not_found'],
  }),
} as const
