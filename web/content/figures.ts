/**
 * Figures that somebody wrote down, unlike the headline figures of the home page, which are counted. They stand here as
 * the site was delivered with them: put in your own, and stand behind them.
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

export const aboutFigures: readonly StaticFigure[] = [
  { figure: '50+', name: 'Countries' },
  { figure: '95%', name: 'Success rate' },
  { figure: '10,000+', name: 'Lives' },
  { figure: '5,000+', name: 'Donors' },
  { figure: '$2M+', name: 'Raised' },
]
