/**
 * Messages between the checkout and the page that frames it: those of the real popup, so that the real
 * package works with this page too (docs/protocols/paystack.md 4.3 and 4.4).
 */

export const framed = window.parent !== window

/** A late `close` of the previous payment must not end the one that was opened right after it. */
const LATE_CLOSE_MILLISECONDS = 500

/** @param {string} event @param {object} [data] */
export function tell(event, data) {
  // In a test with the real package the page around us may be any page; the CSP decides who may frame us.
  if (framed) window.parent.postMessage({ event, data }, '*')
}

/** @param {{ open: (accessCode: string) => void, shown: () => void, closed: () => void }} heard */
export function listen({ open, shown, closed }) {
  let openedAt = 0
  window.addEventListener('message', ({ source, data }) => {
    if (!framed || source !== window.parent) return
    if (data === 'render') return shown()
    if (data === 'close') {
      if (Date.now() - openedAt > LATE_CLOSE_MILLISECONDS) closed()
      return
    }
    if (data?.type !== 'inline:url' || data.path !== 'newTransaction') return
    const accessCode = data.params?.accessCode
    if (typeof accessCode !== 'string') {
      return tell('error', { type: 'setup', message: 'The sandbox opens payments by access code only.' })
    }
    openedAt = Date.now()
    open(accessCode)
  })
  tell('loaded:checkout')
}
