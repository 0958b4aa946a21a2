/** The administrators' lists as CSV (RFC 4180), with the same filters, without paging. The format: docs/csv.md. */
import { z } from 'zod'
import { applicationFilters, beneficiaryFilters } from './admin.ts'
import { auditFilters } from './audit.ts'
import { contactMessageFilters, donationFilters, walletTransactionFilters } from './admin-reports.ts'
import { bankLineFilters } from './bank.ts'
import { csv } from './csv.ts'
import { endpoint } from './endpoint.ts'

const administration = { guard: 'admin', limit: 'accounts', secret: true, errors: [] } as const

export const adminExportEndpoints = {
  'GET /api/admin/donations.csv': endpoint({
    ...administration,
    summary: 'Gifts as CSV, newest first.',
    query: z.strictObject(donationFilters),
    reply: csv('donations'),
  }),
  'GET /api/admin/wallet-transactions.csv': endpoint({
    ...administration,
    summary: 'Wallet transactions as CSV, newest first.',
    query: z.strictObject(walletTransactionFilters),
    reply: csv('wallet-transactions'),
  }),
  'GET /api/admin/bank-lines.csv': endpoint({
    ...administration,
    summary: 'The lines of all bank statements as CSV, newest first.',
    query: z.strictObject(bankLineFilters),
    reply: csv('bank-lines'),
  }),
  'GET /api/admin/contact-messages.csv': endpoint({
    ...administration,
    summary: 'Contact messages as CSV, newest first.',
    query: z.strictObject(contactMessageFilters),
    reply: csv('contact-messages'),
  }),
  'GET /api/admin/beneficiaries.csv': endpoint({
    ...administration,
    summary: 'Beneficiaries as CSV, in the order of the list.',
    query: z.strictObject(beneficiaryFilters),
    reply: csv('beneficiaries'),
  }),
  'GET /api/admin/applications.csv': endpoint({
    ...administration,
    summary: 'Requests for aid as CSV, in the order of the list.',
    query: z.strictObject(applicationFilters),
    reply: csv('applications'),
  }),
  'GET /api/admin/audit-events.csv': endpoint({
    ...administration,
    summary: 'The audit as CSV, newest first.',
    query: z.strictObject(auditFilters),
    reply: csv('audit-events'),
  }),
} as const
