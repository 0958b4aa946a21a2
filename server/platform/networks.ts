/** The networks that a rate limit counts an address under. */

interface Network {
  readonly network: string
  /** By how much its limit is higher. */
  readonly factor: number
}

/** A /48 is a site with many households, or one customer with many networks. */
const SITE_FACTOR = 8

/**
 * IPv4 counts by address. IPv6 counts by /56, which a provider gives to one customer, and by /48 at a higher limit: single
 * addresses would count nothing.
 * @param address IPv4, the first four groups of IPv6 (as from `clientAddress`), or any other text, which counts as it is
 * @returns the smallest network first
 */
export function networksOf(address: string): readonly Network[] {
  const [first, second, third, fourth, ...more] = address.split(':')
  if (second === undefined || third === undefined || fourth === undefined || more.length > 0)
    return [{ network: address, factor: 1 }]
  const site = [first, second, third].map((group) => Number.parseInt(group || '0', 16).toString(16)).join(':')
  const customer = (Number.parseInt(fourth || '0', 16) >> 8).toString(16)
  return [
    { network: `${site}:${customer}/56`, factor: 1 },
    { network: `${site}/48`, factor: SITE_FACTOR },
  ]
}
