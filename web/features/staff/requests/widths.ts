/** The widths at which the review has another order, as in review.css. On paper it has the order of wide screens. */
export const PHONE = 'screen and (max-width: 39.99rem)'
/** Papers come first. */
export const PAPERS_FIRST = 'screen and (min-width: 40rem) and (max-width: 87.99rem)'
