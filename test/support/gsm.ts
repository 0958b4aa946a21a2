/** The letters of GSM 03.38: a text with any other counts 70 letters a message in place of 160 (Termii, Africa's Talking: "Unicode"). */
const GSM = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)

/** @returns what keeps a text from being one message: letters that cost more, or its length; null: nothing */
export function beyondOneMessage(text: string): string | null {
  const costly = Array.from(text)
    .filter((letter) => !GSM.has(letter))
    .join('')
  return costly === '' ? (text.length <= 160 ? null : `${text.length}: ${text}`) : `${costly}: ${text}`
}
