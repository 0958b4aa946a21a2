/** The shortest text that the search of the bar takes, in a separate file so that pages load no schemas. */
export const SEARCH_CHARACTERS_MIN = 2
