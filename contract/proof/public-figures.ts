/**
 * Figures that /transparency shows without JavaScript. The build writes a placeholder for each figure into the page, and the
 * server its value when it sends the page.
 */
import type { DonationType, ShownFund } from '../money/funds.ts'

export const FUND_FIGURES = ['received', 'promised', 'paid_out', 'left'] as const
const OTHER_FIGURES = [
  'given',
  'promised',
  'paid_out',
  'confirmed',
  'described',
  'unanswered',
  'matched',
  'unexplained',
  'checkpoint',
] as const

export type PublicFigure = `${DonationType}_${(typeof FUND_FIGURES)[number]}` | (typeof OTHER_FIGURES)[number]

export const fundFigure = (fund: DonationType, figure: (typeof FUND_FIGURES)[number]): PublicFigure =>
  `${fund}_${figure}`

export const publicFigures = (funds: readonly ShownFund[]): PublicFigure[] => [
  ...funds.flatMap(({ fund }) => FUND_FIGURES.map((figure) => fundFigure(fund, figure))),
  ...OTHER_FIGURES,
]

/** No placeholder is part of another. */
export const figurePlaceholder = (figure: PublicFigure): string => `(figure ${figure})`

/** In place of what is not known, or not shared by ten households yet. */
export const UNKNOWN_FIGURE = '–'
