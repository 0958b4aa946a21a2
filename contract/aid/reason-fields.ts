/** Reasons for what staff tells applicants, and the templates of its words. Pages share it with the server and load no schemas. */

/** A template rejects a request, or asks for papers. */
export const TEMPLATE_KINDS = ['rejection', 'papers'] as const
export type TemplateKind = (typeof TEMPLATE_KINDS)[number]

export const TEMPLATE_LANGUAGES = ['en-NG'] as const

/** In the order of the keys 1 to 8. */
export const REJECTION_REASONS = [
  'not_confirmed',
  'papers_differ',
  'no_answer',
  'duplicate',
  'already_paid',
  'not_covered',
  'outside_area',
  'no_funds',
] as const
export type RejectionReason = (typeof REJECTION_REASONS)[number]

/** The missing papers, in the order of the keys 1 to 6. */
export const PAPER_REASONS = ['bill', 'proof', 'payee', 'identity', 'address', 'clearer_copy'] as const
export type PaperReason = (typeof PAPER_REASONS)[number]

export const REASONS = [...REJECTION_REASONS, ...PAPER_REASONS] as const
export type Reason = (typeof REASONS)[number]

/**
 * Placeholders of a template. `papers`: the missing papers, one to a line. `date`: the day in Lagos by which papers are
 * expected, 30 days from now; in a rejection the day of today.
 */
export const PLACEHOLDERS = ['first_name', 'case', 'papers', 'date'] as const
export type Placeholder = (typeof PLACEHOLDERS)[number]

/** An applicant who was asked for papers has so many days to answer. */
export const ANSWER_DAYS = 30

export const TEMPLATE_TITLE_CHARACTERS_MAX = 80
/** The most papers that one text names, and how long each name may be. */
export const NAMED_PAPERS_MAX = 10
export const NAMED_PAPER_CHARACTERS_MAX = 100
