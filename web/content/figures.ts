/**
 * Static figures, unlike the headline figures on the home page, which the server counts. These are examples
 * (examples.ts): replace them with figures that are true of your organisation.
 */
export interface StaticFigure {
  figure: string
  name: string
}

export const storiesFigures: readonly StaticFigure[] = [
  { figure: '147', name: 'Success stories' },
  { figure: '$2.1M', name: 'Total raised' },
  { figure: '50+', name: 'Countries' },
  { figure: '95%', name: 'Success rate' },
]

/** On /about, beside the headline figures. */
export const aboutFigures: readonly StaticFigure[] = [
  { figure: '50+', name: 'Countries' },
  { figure: '95%', name: 'Success rate' },
]
