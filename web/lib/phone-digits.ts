/** A phone number for a `tel:` link, without spaces and brackets. */
export function phoneDigits(phone: string): string {
  return phone.replaceAll(/[^\d+]/g, '')
}

/** The address that opens a chat with a phone number. */
export const whatsappAddress = (phone: string) => `https://wa.me/${phoneDigits(phone).replace('+', '')}`
