/** Formatted texts: paragraphs, lists, emphasis and links, and of everything else the letters. */
import { expect, test } from 'vitest'
import { ourFaq } from '../../../contract/platform/our-texts.ts'
import { faultOf, htmlOf } from './formatted-text.ts'

const ALLOWED =
  /<\/?(?:p|ul|ol|li|strong|em)>|<br\/>|<a href="(?:https?:\/\/|mailto:|tel:|\/)[^"<>]*" class="link(?:-target)?">|<\/a>/g

test.each([
  ['one\n\ntwo', '<p>one</p><p>two</p>'],
  ['**a** and *b*', '<p><strong>a</strong> and <em>b</em></p>'],
  ['- a\n- b', '<ul><li>a</li><li>b</li></ul>'],
  ['1. a\n2. b', '<ol><li>a</li><li>b</li></ol>'],
  ['[us](https://a.example/x?y=1&z=2)', '<p><a href="https://a.example/x?y=1&amp;z=2" class="link-target">us</a></p>'],
  ['Call [us](tel:+2348031112222).', '<p>Call <a href="tel:+2348031112222" class="link">us</a>.</p>'],
])('%j is formatted', (text, html) => {
  expect(htmlOf(text)).toBe(html)
})

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  'a <b onclick="x()">b</b> c',
  '# A title',
  '> quoted',
  '    code',
  '```\n<script>\n```',
  '[x](javascript:alert(1))',
  '[x](//evil.example)',
  '[x](/\\evil.example)',
  '[x](data:text/html,<script>)',
  '[x](https://a.example "><script>")',
  '[x]: javascript:alert(1)\n\n[x]',
  '![x](https://evil.example/x.png)',
  '<https://a.example/"onmouseover=x>',
  '| a | b |\n| --- | --- |\n| c | d |',
  '&lt;script&gt; &#60;b&#62;',
  '[<img src=x>](https://a.example)',
  '***'.repeat(600),
  '['.repeat(2000),
  '> '.repeat(1000),
  '`'.repeat(2000),
])('%j writes no tag but ours', (text) => {
  expect(htmlOf(text).replaceAll(ALLOWED, '')).not.toMatch(/[<>"]/)
})

test('a link elsewhere is named, and our own texts have no fault', () => {
  expect(faultOf('- [x](javascript:alert(1))')).toContain('javascript:alert(1)')
  expect(ourFaq.questions.map(({ answer }) => faultOf(answer)).filter((fault) => fault !== undefined)).toEqual([])
})
