/** The households that must share a figure or a change of it before it is shown. */
export const HOUSEHOLDS_MIN = 10
