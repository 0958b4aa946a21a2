/**
 * What the tamper test does not change: tables that no decision about money is taken from, and columns whose change has no
 * consequence for money. Each with its reason. Everything else is changed, and must be found.
 */

export const OTHER_TABLES: Readonly<Record<string, string>> = {
  aid_applications: 'requests for aid: what is granted to them is an award',
  application_documents: 'requests for aid',
  application_events: 'requests for aid',
  application_notes: 'requests for aid',
  audit_chain: 'has its own chain and check',
  audit_chain_state: 'has its own chain and check',
  audit_events: 'has its own chain and check',
  award_funds: 'paying out: compared in sums with the ledger, not yet row by row',
  awards: 'paying out: compared in sums with the ledger, not yet row by row',
  bank_lines: 'what the bank says: read from its file again, and compared with the ledger in Books',
  bank_matches: 'which line is which entry: nothing is booked from it',
  bank_statement_lines: 'which file has which line',
  bank_statements: 'the files of the bank',
  banks: 'how to read the files of a bank',
  cash_movements: 'paying out: compared in sums with the ledger, not yet row by row',
  challenges: 'signing in',
  confirmations: 'what recipients say: moves no money',
  contact_messages: 'messages',
  data_keys: 'encryption',
  disbursement_evidence: 'paying out: which document belongs to which hand-over',
  disbursement_funds: 'paying out: compared in sums with the ledger, not yet row by row',
  disbursements: 'paying out: compared in sums with the ledger, not yet row by row',
  disputes: 'what the provider says of disputes, shown only: read from it again each minute',
  documents: 'files',
  factors: 'signing in',
  flow_states: 'signing in',
  identities: 'signing in',
  instance: 'one row of settings; the start refuses a key of another mode',
  jobs: 'when each job runs next; one that stops is a difference of its own',
  known_devices: 'signing in',
  one_time_tokens: 'signing in',
  outgoing_mail: 'mail',
  outgoing_text_messages: 'text messages',
  paper_requests: 'requests for aid',
  payees: 'paying out: where money goes; the provider is asked for the recipient of every transfer',
  profiles: 'people',
  proposal_approvals: 'paying out: the database counts them when a proposal is confirmed',
  rate_limits: 'limits',
  recovery_codes: 'signing in',
  request_address_tokens: 'requests for aid',
  request_addresses: 'requests for aid',
  resumable_uploads: 'files',
  schema_migrations: 'the start refuses a database whose migrations were edited',
  sessions: 'signing in',
  sign_ins: 'signing in',
  signing_keys: 'signing in',
  stopped_addresses: 'mail',
  stored_files: 'files',
  users: 'people; a wallet and its account keep the id',
  webhook_events: 'hints only: nothing is credited without asking the provider',
}

export const FREE_COLUMNS: Readonly<Record<string, string>> = {
  'book_checks.cluster': 'another value only makes the next start add up all transfers again',
  'book_checks.checked_at': 'the next check writes it; an old one is a late check',
  'book_checks.scope': 'the database has one row of each name',
  'donations.receipt_mails': 'counts the mails of a receipt, for a limit',
  'donations.updated_at': 'shown only',
  'ledger_accounts.created_at': 'never read',
  'payment_attempts.answered_at': 'when the next question may be asked',
  'payment_attempts.asked_at': 'when the next question may be asked',
  'payment_attempts.checks': 'counts questions',
  'payment_attempts.next_check_at': 'when the next question is asked; the lists of the provider are read as well',
  'payment_attempts.opening_until': 'how long a second request waits',
  'payment_attempts.provider_status': 'the last word of the provider, shown only; the next question overwrites it',
  'payment_attempts.review_reason':
    'words for people beside the amounts, which are compared; whether it is set is compared',
  'payment_attempts.updated_at': 'shown only',
  'payment_intents.provider_email': 'where the provider writes; emptied when an account is closed',
  'payment_intents.refusal': 'words for people; whether it is set is compared',
  'payment_intents.updated_at': 'shown only',
  'settlements.effective_amount': 'read from the provider again each hour; the match compares it with what was booked',
  'settlements.payments_read_at': 'null makes them be read again',
  'settlements.read_at': 'written at each reading',
  'settlements.settlement_date': 'read from the provider again each hour',
  'settlements.status': 'read from the provider again each hour; the match compares it with what was booked',
  'settlements.total_fees': 'read from the provider again each hour; the match compares it with the payments',
  'settlements.total_processed': 'read from the provider again each hour; the match compares it with the payments',
  'transfers.transaction_id':
    'where the check of the minute finds a new transfer; the night adds up all of them, and names the accounts',
  'wallet_transactions.canceled_at':
    'a note of its owner on a top-up that was not paid; a late success still completes it',
  'wallet_transactions.request_hash': 'tells a repeat from another gift; emptied when an account is closed',
  'wallets.closed_at': 'the moment is shown only; that it is set is compared with the account',
  'wallets.frozen_at': 'the moment is shown only; that it is set is compared with what was lost',
}

/** Rows in which a column is not changed, as SQL. */
export const EXCLUDED_ROWS: Readonly<Record<string, string>> = {
  // Only the minute's check has a watermark.
  'book_checks.watermark': "scope = 'full'",
  // While its payment is in review, a gift reads pending, or failed if it had failed before: neither moves money.
  'donations.status': "intent_id in (select id from payment_intents where status = 'needs_review')",
  // Nothing is known of the provider's transaction before it is paid.
  'payment_attempts.provider_transaction_id': 'amount_paid is null',
  // What is open is written again by the next check, and sealed when it ends.
  'differences.ledger': "state = 'open'",
  'differences.provider': "state = 'open'",
  'differences.amount': "state = 'open'",
  'differences.occurred_at': "state = 'open'",
  'differences.last_seen_at': "state = 'open'",
  'differences.assigned_to': "state = 'open'",
}
