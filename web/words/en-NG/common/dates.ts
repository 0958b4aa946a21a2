/** Days and times in words: the English pages take them from the browser. */
import { englishDates } from '../../../../contract/platform/date-words.ts'

export const dates = englishDates()
