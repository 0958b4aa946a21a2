/** The long texts of the home page: what we do, and why one can trust it. */
import type { IconName } from '../ui/icon.tsx'

interface Theme {
  icon: IconName
  title: string
  text: string
}

export const themes: readonly Theme[] = [
  {
    icon: 'book',
    title: 'Education support',
    text: 'School fees, books and uniforms, paid to the school, so that a term is not lost to a bill.',
  },
  {
    icon: 'coins',
    title: 'Financial aid',
    text: 'A bridge through a hard month: rent, transport to work, stock for a small trade.',
  },
  {
    icon: 'bowl',
    title: 'Food security',
    text: 'Grain, oil and beans for households between harvests, bought near where they live.',
  },
  {
    icon: 'shield',
    title: 'A secure platform',
    text: 'Card details stay with the payment provider. Papers that people send us open for reviewers only.',
  },
  {
    icon: 'people',
    title: 'Community driven',
    text: 'Requests come from the people themselves, and reviewers who know the place read every one.',
  },
  {
    icon: 'globe',
    title: 'Global reach',
    text: 'Give from anywhere. Every gift is counted in naira and spent in Nigeria.',
  },
]
