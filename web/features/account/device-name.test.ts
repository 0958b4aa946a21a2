import { expect, test } from 'vitest'
import { deviceName } from './device-name.ts'

const ANDROID = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)'

// All of these name at least one other browser too.
test.each([
  ['Chrome on Android', `${ANDROID} Chrome/142.0.0.0 Mobile Safari/537.36`],
  ['Opera on Android', `${ANDROID} Chrome/140.0.0.0 Mobile Safari/537.36 OPR/92.0.0.0`],
  ['Samsung Internet on Android', `${ANDROID} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`],
  ['Opera Mini on Android', 'Opera/9.80 (Android; Opera Mini/36.2/119.132; U; en) Presto/2.12.423 Version/12.16'],
  ['UC Browser on Android', `${ANDROID} Version/4.0 Chrome/123.0.0.0 UCBrowser/14.0.0 Mobile Safari/537.36`],
  [
    'Edge on Windows',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36 Edg/142.0',
  ],
  ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'],
  [
    'Safari on iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/18.6 Safari/604.1',
  ],
  [
    'Chrome on iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 CriOS/142.0 Safari/604.1',
  ],
  [
    'Safari on Mac',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.6 Safari/605.1.15',
  ],
  ['Firefox on KaiOS', 'Mozilla/5.0 (Mobile; Nokia 2720; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5.2'],
  ['A browser on Windows', 'Mozilla/5.0 (Windows NT 6.1; Trident/7.0; rv:11.0) like Gecko'],
  ['Unknown device', 'node'],
  ['Unknown device', ''],
])('says %s', (name, userAgent) => {
  expect(deviceName(userAgent)).toBe(name)
})
