/** Parses the number of a slip and its code as typed. The server reads both in the same way. */

/** Letters that look like digits count as those digits. */
export function readSlip(typed: string): string {
  return typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
}

export const isSlip = (slip: string) => /^[\dA-Z]{8}$/.test(slip)

export const readCode = (typed: string) => typed.replaceAll(/\D/g, '')
export const isCode = (code: string) => code.length === 6
