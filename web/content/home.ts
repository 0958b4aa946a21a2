/** The long texts of the home page: what we do, and why people can trust it. */
import type { DonationType } from '../../contract/money/funds.ts'
import type { IconName } from '../ui/icon.tsx'

export interface Theme {
  icon: IconName
  title: string
  text: string
  /** The fund to which the link of its gift leads. */
  fund?: DonationType
}

export const themes: readonly Theme[] = [
  {
    icon: 'book',
    title: 'Education support',
    text: 'School fees, books and uniforms, so that a term is not lost to a bill.',
    fund: 'school',
  },
  {
    icon: 'coins',
    title: 'Financial aid',
    text: 'Rent, transport to work, stock for a small business.',
    fund: 'general',
  },
  {
    icon: 'bowl',
    title: 'Food security',
    text: 'Grain, oil and beans for households between harvests.',
    fund: 'food',
  },
  {
    icon: 'shield',
    title: 'A secure platform',
    text: 'Card details stay with the payment provider, papers with you and our reviewers.',
  },
  {
    icon: 'people',
    title: 'Community driven',
    text: 'People ask for themselves, and tell us whether the aid arrived.',
  },
  {
    icon: 'globe',
    title: 'Global reach',
    text: 'Every gift is in naira. Anyone can check the figures.',
  },
]
