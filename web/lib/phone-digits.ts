/** A phone number for a `tel:` link, without spaces and brackets. */
export function phoneDigits(phone: string): string {
  return phone.replaceAll(/[^\d+]/g, '')
}
