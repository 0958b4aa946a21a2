/** Formatted texts: Markdown with paragraphs, lists, emphasis and links. Everything else in it, HTML above all, is text. */
import { Lexer, Tokenizer, type Token, type Tokens } from 'marked'

/** Reads no other blocks, so that they stay in their paragraph as they were typed. */
class PlainBlocks extends Tokenizer {
  override blockquote = () => undefined
  override code = () => undefined
  override def = () => undefined
  override fences = () => undefined
  override heading = () => undefined
  override hr = () => undefined
  override html = () => undefined
  override lheading = () => undefined
  override table = () => undefined
  override tag = () => undefined
}

/** Lists in lists in lists are read one by one. */
const DEPTH_MAX = 4

const HREF = /^(?:https?:\/\/[^\s"'<>\\]+|mailto:[^\s"'<>\\]+|tel:\+?[\d-]+|\/(?!\/)[^\s"'<>\\]*)$/i

/** @throws RangeError for what is nested too deeply to be read */
const tokensOf = (text: string) => new Lexer({ gfm: true, tokenizer: new PlainBlocks() }).lex(text)

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const isLink = (token: Token): token is Tokens.Link => token.type === 'link'
const isList = (token: Token): token is Tokens.List => token.type === 'list'
const partsOf = (token: Token): Token[] => ('tokens' in token && token.tokens) || []
const insideOf = (token: Token): Token[] => (isList(token) ? token.items : partsOf(token))

/** @returns HTML of which every tag is ours */
export function htmlOf(text: string): string {
  return tokensOf(text)
    .map((token) => block(token, 0))
    .join('')
}

function block(token: Token, depth: number): string {
  if (isList(token) && depth < DEPTH_MAX) {
    const items = token.items.map((item) => `<li>${item.tokens.map((part) => block(part, depth + 1)).join('')}</li>`)
    return token.ordered ? `<ol>${items.join('')}</ol>` : `<ul>${items.join('')}</ul>`
  }
  if (token.type === 'space') return ''
  const parts = token.type === 'paragraph' || token.type === 'text' ? partsOf(token) : []
  const [only] = parts
  const alone = parts.length === 1 && only !== undefined && isLink(only)
  const content =
    parts.length > 0 ? parts.map((part) => inline(part, alone ? 'link-target' : 'link')).join('') : escaped(token.raw)
  return token.type === 'text' ? content : `<p>${content}</p>`
}

function inline(token: Token, look: string): string {
  const inner = () =>
    partsOf(token)
      .map((part) => inline(part, look))
      .join('')
  if (token.type === 'strong') return `<strong>${inner()}</strong>`
  if (token.type === 'em') return `<em>${inner()}</em>`
  if (token.type === 'br') return '<br/>'
  if (isLink(token) && HREF.test(token.href)) return `<a href="${escaped(token.href)}" class="${look}">${inner()}</a>`
  if (token.type === 'escape' && 'text' in token && typeof token.text === 'string') return escaped(token.text)
  return escaped(token.raw)
}

/** @returns what is wrong with a text, in words; undefined: nothing */
export function faultOf(text: string): string | undefined {
  let bad: string | undefined
  const visit = (token: Token, depth: number) => {
    if (isLink(token) && !HREF.test(token.href)) bad ??= token.href
    if (depth > 2 * DEPTH_MAX + 8) throw new RangeError('nested too deeply')
    for (const part of insideOf(token)) visit(part, depth + 1)
  }
  try {
    for (const token of tokensOf(text)) visit(token, 0)
  } catch {
    return 'This text has too many lists in lists.'
  }
  return bad === undefined
    ? undefined
    : `The link to “${bad.slice(0, 80)}” cannot be used. Begin links with https://, mailto:, tel: or, for a page here, with /.`
}
