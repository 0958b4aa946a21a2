/** The widths at which the review has another order, as in review.css. On paper it has the order of wide screens. */
export const PHONE = 'screen and (max-width: 39.99rem)'
/** The bar has room for the way to the list and to the neighbours. */
export const WITH_BAR = 'screen and (min-width: 72rem)'
/** Papers come first. */
export const PAPERS_FIRST = 'screen and (min-width: 40rem) and (max-width: 79.99rem)'
