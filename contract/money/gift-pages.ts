/**
 * The donate form also works without the page's script: the browser posts it, and the server answers with one of two pages
 * that were built with these placeholders.
 */
export const GIFT_STARTED_PAGE = '/donate/started'
export const GIFT_NOT_STARTED_PAGE = '/donate/not-started'

export const GIFT_PLACEHOLDERS = {
  amount: '%GIFT_AMOUNT%',
  fund: '%GIFT_FUND%',
  receiptCode: '%RECEIPT_CODE%',
  checkout: '%CHECKOUT_ADDRESS%',
  reason: '%REASON%',
} as const
