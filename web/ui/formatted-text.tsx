/** A formatted text of the organisation, as the HTML that the server made of it (formatted-text.ts there). */
interface FormattedTextProps {
  html: string
  className?: string
  lang?: string | undefined
}

export function FormattedText({ html, className = '', lang }: FormattedTextProps) {
  // oxlint-disable-next-line react/no-danger -- paragraphs, lists, emphasis and links that our server wrote
  return <div className={`formatted ${className}`.trimEnd()} lang={lang} dangerouslySetInnerHTML={{ __html: html }} />
}

/** @returns what marks a text that is not in the language of the pages */
export const langOf = (language: string) => (language === 'en' ? undefined : language)
