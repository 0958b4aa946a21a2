/** The HTML of the page that shows what arrived at the recipients' banks. Of an account it shows the last four digits. */
import { html } from 'hono/html'
import { formatNaira, koboToNaira, type Kobo } from '../../contract/platform/money.ts'
import { banks } from '../banks.ts'
import { moment, plainPage } from '../plain-page.ts'
import type { Transfer } from '../schema.ts'
import type { PaidOut } from '../transfer-json.ts'

const STATES: Readonly<Record<Transfer['status'], string>> = {
  otp: 'Waits for a code: it is 123456',
  received: 'Waits for our approval',
  pending: 'On its way',
  success: 'Arrived',
  failed: 'Failed',
  reversed: 'Sent back',
  abandoned: 'Ended: no code came',
  blocked: 'Ended: our approval did not come',
  rejected: 'Ended: we did not approve it',
}

const naira = (amount: Kobo) => formatNaira(koboToNaira(amount))

const FRAME = {
  title: 'Sandbox bank',
  banner: 'Sandbox: no real money moves',
  style: './assets/arrivals.css',
}

/**
 * @param balance what the provider holds for us
 * @param hasPhone whether texts are shown too
 */
export function arrivalsPage(paidOut: readonly PaidOut[], balance: Kobo, hasPhone: boolean) {
  return plainPage(
    FRAME,
    html`<h1>Sandbox bank</h1>
      <p>
        What the banks of the recipients have of each transfer. A transfer arrives about a minute after it is sent. With
        the buttons you decide otherwise.
      </p>
      <p>The payment provider holds <strong>${naira(balance)}</strong> for us. Gifts add to it.</p>
      <ul>
        ${paidOut.map((each) => arrival(each))}
      </ul>
      <p>
        <a href="">Look again</a> · <a href="/admin/payouts">Back to the payouts</a>${
          hasPhone ? html` · <a href="/sandbox/phone">Open the sandbox phone</a>` : ''
        }
      </p>`,
  )
}

function arrival({ transfer, recipient }: PaidOut) {
  const bank = banks.find(({ code }) => code === recipient.bankCode)?.name ?? recipient.bankCode
  const { reference, reason, status, createdAt, amount } = transfer
  return html`<li>
    <h2>${naira(amount)} <span class="state ${status}">${STATES[status]}</span></h2>
    <dl>
      <dt>Account</dt>
      <dd>${recipient.accountName}, ${bank}, ends in ${recipient.accountNumber.slice(-4)}</dd>
      <dt>Text on the alert</dt>
      <dd>${reason ?? 'None'}</dd>
      <dt>Reference</dt>
      <dd>${reference}</dd>
      <dt>Sent</dt>
      <dd>${moment.format(createdAt)}</dd>
    </dl>
    ${actions(transfer)}
  </li>`
}

/** Only what can still happen to a transfer. */
function actions({ reference, status, amount }: Transfer) {
  const about = naira(amount)
  if (status === 'success') return form(reference, [['reversed', 'Send it back', about]])
  if (status !== 'received' && status !== 'pending') return ''
  return form(reference, [
    ['success', 'Let it arrive now', about],
    ['failed', 'Let it fail', about],
  ])
}

const form = (reference: string, choices: readonly (readonly [status: string, text: string, amount: string])[]) =>
  html`<form method="post">
    <input type="hidden" name="transfer" value="${reference}" />
    ${choices.map(
      ([status, text, amount]) =>
        html`<button name="status" value="${status}" aria-label="${text}: ${amount}, ${reference}">${text}</button>`,
    )}
  </form>`
