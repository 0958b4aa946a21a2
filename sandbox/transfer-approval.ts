/** Asking for our approval of a transfer: 200 is a yes, 400 a no, and anything else is no answer. */
import { seconds } from '../server/platform/clock.ts'
import type { Provider } from './provider.ts'
import type { PaidOut } from './transfer-json.ts'
import { signatureFor } from './webhooks.ts'

const TIMEOUT = seconds(3)

export type Approval = 'yes' | 'no' | 'none'

/** Asks as often as the switch says; the last answer counts. */
export async function askForApproval(provider: Provider, paidOut: PaidOut): Promise<Approval> {
  const { approvalCalls = 1 } = provider.switches.of(paidOut.transfer.reference).transfers
  let answer: Approval = 'none'
  for (let call = 0; call < approvalCalls; call += 1) answer = await ask(provider, paidOut)
  return answer
}

async function ask(provider: Provider, { transfer, recipient }: PaidOut): Promise<Approval> {
  if (provider.approvalUrl === null) return 'yes'
  const { approvalSigned = 'no' } = provider.switches.of(transfer.reference).transfers
  const body = JSON.stringify({
    reference: transfer.reference,
    amount: Number(transfer.amount),
    currency: 'NGN',
    recipient: recipient.recipientCode,
    reason: transfer.reason,
    source: 'balance',
  })
  const key = approvalSigned === 'wrong' ? `${provider.secretKey}x` : provider.secretKey
  try {
    const response = await fetch(provider.approvalUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        connection: 'close',
        ...(approvalSigned !== 'no' && { 'x-paystack-signature': signatureFor(key, body) }),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT),
    })
    await response.body?.cancel()
    return response.status === 200 ? 'yes' : response.status === 400 ? 'no' : 'none'
  } catch (error) {
    provider.log.debug({ err: error }, 'a sandbox approval was not answered')
    return 'none'
  }
}
