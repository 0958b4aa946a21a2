/** Delivery of a mail and a text message to a person. */
import type { Delivery } from '../../../../contract/office/admin-reports-fields.ts'
import { caseMessages as words } from '#words/office/case-messages.ts'

interface DeliveriesProps {
  /** Null where there is none, or it is no longer known. */
  mail: Delivery | null
  sms: Delivery | null
}

export function Deliveries({ mail, sms }: DeliveriesProps) {
  return (
    <>
      {mail !== null && <DeliveryLine delivery={mail} says={words.mail} />}
      {sms !== null && <DeliveryLine delivery={sms} says={words.sms} />}
    </>
  )
}

function DeliveryLine({ delivery, says }: { delivery: Delivery; says: Record<Delivery, string> }) {
  const isBad = delivery === 'failed' || delivery === 'undelivered' || delivery === 'not_sent'
  return <p className={isBad ? 'field-error text-sm' : 'text-sm text-soft'}>{says[delivery]}</p>
}
