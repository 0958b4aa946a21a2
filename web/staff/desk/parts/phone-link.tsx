/** A number to call, in a list. */
import { phoneDigits } from '../../../lib/phone-digits.ts'

/** @param none what to show without a number */
export function PhoneLink({ phone, none }: { phone: string; none: string }) {
  if (phone === '') return none
  return (
    <a href={`tel:${phoneDigits(phone)}`} className="link-target">
      {phone}
    </a>
  )
}
