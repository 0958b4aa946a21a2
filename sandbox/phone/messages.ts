/** How many messages a text is for the network. */

/** Plain letters in one message. */
export const MESSAGE_LETTERS = 160
/** The most of a reply. */
export const MESSAGES_MAX = 3

/** Each message of several gives up letters that put them in order; any other letter than plain ones halves them all. */
export function countMessages(text: string): number {
  const [one, ofSeveral] = /^[\n\x20-\x5f\x61-\x7e]*$/.test(text) ? [MESSAGE_LETTERS, 153] : [70, 67]
  return text.length <= one ? 1 : Math.ceil(text.length / ofSeveral)
}
