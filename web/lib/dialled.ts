/** A phone number as a `tel:` link takes it: what people put between the digits is gone. */
export function dialled(phone: string): string {
  return phone.replaceAll(/[^\d+]/g, '')
}
