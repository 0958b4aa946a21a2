/** Amounts in words, as cheques have them: a digit that was added by hand then shows. */

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const SCALES = [
  [1_000_000_000, 'billion'],
  [1_000_000, 'million'],
  [1_000, 'thousand'],
] as const

/** @param naira at least 0. @returns `forty-five thousand naira, fifty kobo` */
export function nairaInWords(naira: number): string {
  const [whole, kobo] = naira.toFixed(2).split('.').map(Number)
  const words = `${inWords(whole ?? 0)} naira`
  return kobo ? `${words}, ${inWords(kobo)} kobo` : words
}

function inWords(number: number): string {
  for (const [scale, name] of SCALES) {
    if (number < scale) continue
    const rest = number % scale
    return `${inWords(Math.floor(number / scale))} ${name}${joined(rest)}`
  }
  if (number >= 100) {
    const rest = number % 100
    return `${SMALL[Math.floor(number / 100)]} hundred${rest === 0 ? '' : ` and ${inWords(rest)}`}`
  }
  if (number < 20) return SMALL[number] ?? ''
  const unit = number % 10
  return `${TENS[Math.floor(number / 10)]}${unit === 0 ? '' : `-${SMALL[unit]}`}`
}

/** Joins the rest after a thousand or a million: `and` before less than a hundred. */
function joined(rest: number): string {
  if (rest === 0) return ''
  return rest < 100 ? ` and ${inWords(rest)}` : ` ${inWords(rest)}`
}
