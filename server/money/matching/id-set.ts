/**
 * A set of the provider's ids, unsigned 64-bit numbers. It takes eight bytes for each: a night's match has a million of them, and a
 * JavaScript set would take ten times as much.
 */
export class IdSet {
  #ids = new BigUint64Array(1024)
  #size = 0
  #sorted = 0

  add(id: bigint): void {
    if (this.#size === this.#ids.length) {
      const larger = new BigUint64Array(2 * this.#size)
      larger.set(this.#ids)
      this.#ids = larger
    }
    this.#ids[this.#size] = id
    this.#size += 1
  }

  has(id: bigint): boolean {
    if (this.#sorted < this.#size) {
      this.#ids.subarray(0, this.#size).sort()
      this.#sorted = this.#size
    }
    let low = 0
    let high = this.#size - 1
    while (low <= high) {
      const middle = (low + high) >> 1
      const found = this.#ids[middle] ?? 0n
      if (found === id) return true
      if (found < id) low = middle + 1
      else high = middle - 1
    }
    return false
  }

  /** How many were added, each as often as it was. */
  get added(): number {
    return this.#size
  }
}
