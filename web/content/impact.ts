/**
 * Examples of what an amount pays for, by fund: shown beside the form of a gift. Replace them with prices that you pay. For each fund
 * start with the smallest amount; an amount between two shows the smaller one.
 */
import type { DonationType } from '../../contract/money/funds.ts'

interface Impact {
  /** In naira. */
  from: number
  /** Continues "₦5,000 pays for …". */
  pays: string
}

export type ImpactByFund = Record<DonationType, readonly Impact[]>

export const impact: ImpactByFund = {
  general: [
    { from: 500, pays: 'a meal for one person' },
    { from: 1000, pays: 'exercise books for one pupil' },
    { from: 5000, pays: 'a week of food for one person' },
    { from: 10_000, pays: 'a term of books for one child' },
    { from: 50_000, pays: 'a month of rent for a family' },
    { from: 100_000, pays: 'a small hospital bill' },
    { from: 1_000_000, pays: 'the urgent requests of one village for a month' },
  ],
  school: [
    { from: 500, pays: 'two exercise books and a pen' },
    { from: 1000, pays: 'one school book' },
    { from: 2000, pays: 'exercise books and pens for one term' },
    { from: 5000, pays: 'a school uniform' },
    { from: 10_000, pays: 'the examination fee of one pupil' },
    { from: 50_000, pays: 'a term of school fees for one child' },
    { from: 150_000, pays: 'a year of school fees for one child' },
    { from: 1_000_000, pays: 'a term of school fees for twenty children' },
  ],
  emergency: [
    { from: 500, pays: 'clean water for one person for three days' },
    { from: 1000, pays: 'clean water for one person for a week' },
    { from: 5000, pays: 'a blanket and a mosquito net' },
    { from: 10_000, pays: 'food for a family for three days' },
    { from: 50_000, pays: 'two weeks of food and water for a family' },
    { from: 100_000, pays: 'a new start for a family after a flood: pots, mats, clothes' },
    { from: 1_000_000, pays: 'the same for ten families' },
  ],
  shelter: [
    { from: 500, pays: 'a bag of nails' },
    { from: 1000, pays: 'nails and wire for a repair' },
    { from: 5000, pays: 'one roofing sheet' },
    { from: 10_000, pays: 'a door with its lock' },
    { from: 50_000, pays: 'a month of rent for a family' },
    { from: 100_000, pays: 'the roof of one room' },
    { from: 1_000_000, pays: 'the roofs of five houses' },
  ],
  food: [
    { from: 500, pays: 'a meal for one person' },
    { from: 1000, pays: 'beans for a family for a day' },
    { from: 2000, pays: 'a measure of rice' },
    { from: 5000, pays: 'a week of food for one person' },
    { from: 10_000, pays: 'oil, beans and grain for a family for a week' },
    { from: 50_000, pays: 'a bag of guinea corn' },
    { from: 100_000, pays: 'a month of food for a large family' },
    { from: 1_000_000, pays: 'grain for ten households until the harvest' },
  ],
  medical: [
    { from: 500, pays: 'a strip of pain tablets' },
    { from: 1000, pays: 'a malaria test' },
    { from: 2000, pays: 'malaria medicine for one child' },
    { from: 5000, pays: 'a visit to a clinic with medicine' },
    { from: 10_000, pays: 'laboratory tests for one patient' },
    { from: 50_000, pays: 'a safe birth in a hospital' },
    { from: 100_000, pays: 'the deposit for a small operation' },
    { from: 1_000_000, pays: 'three operations' },
  ],
}
