import { describe, expect, it } from 'vitest'
import { readAnnouncement } from './announcement.js'

const icon = 'data:image/svg+xml;base64,PHN2Zy8+'
const provider = { request: async () => null }
const info = { uuid: '350670db-19fa-4704-a166-e52e178b59d2', name: 'Example', icon, rdns: 'com.Example' }
const read = (change: Record<string, unknown>) => readAnnouncement({ info: { ...info, ...change }, provider })

it('reads what the standard says, and does not touch it', () => {
  const detail = Object.freeze({ info: Object.freeze({ ...info }), provider })
  expect(readAnnouncement(detail)).toEqual({ ...info, rdns: 'com.example', provider })
})

describe('takes for no announcement', () => {
  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'wallet'],
    ['no info', { provider }],
    ['no provider', { info }],
    ['a provider that cannot be asked', { info, provider: { request: 'no' } }],
    [
      'a detail that throws',
      new Proxy(
        {},
        {
          get: () => {
            throw new Error('hostile')
          },
        },
      ),
    ],
    [
      'a provider that throws',
      {
        info,
        provider: new Proxy(
          {},
          {
            get: () => {
              throw new Error('hostile')
            },
          },
        ),
      },
    ],
  ])('%s', (_, detail) => expect(readAnnouncement(detail)).toBeUndefined())

  it.each<[string, Record<string, unknown>]>([
    ['a uuid that is no text', { uuid: 7 }],
    ['an empty uuid', { uuid: '' }],
    ['a huge uuid', { uuid: 'x'.repeat(101) }],
    ['an rdns with a script', { rdns: '"><script>' }],
    ['an rdns with spaces', { rdns: 'com example' }],
    ['a huge rdns', { rdns: `com.${'x'.repeat(100)}` }],
    ['an empty rdns', { rdns: '' }],
    ['a name that is no text', { name: {} }],
  ])('%s', (_, change) => expect(read(change)).toBeUndefined())
})

describe('shows names as one short line of visible text', () => {
  it.each([
    ['  My \n\t Wallet\u0000 ', 'My Wallet'],
    ['safe\u202Egnp.exe', 'safegnp.exe'],
    ['Meta\u200BMask\u2066', 'MetaMask'],
    ['bro\uD800ken', 'broken'],
    ['x'.repeat(500), 'x'.repeat(40)],
    ['👛'.repeat(60), '👛'.repeat(40)],
    [`a${'\u0301'.repeat(50)}`, 'a\u0301\u0301'],
    ['Кошелёк', 'Кошелёк'],
    ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    ['\u202E\u0007 ', 'com.Example'],
  ])('%j: %j', (name, expected) => expect(read({ name })?.name).toBe(expected))
})

describe('keeps only embedded pictures of bounded size', () => {
  it.each([
    [icon, true],
    ['data:image/png;base64,AA==', true],
    ['data:image/svg+xml,%3Csvg/%3E', true],
    ['DATA:IMAGE/WEBP;base64,AA==', true],
    ['https://wallet.example/icon.png', false],
    ['data:text/html,<script>', false],
    ['data:image/svg+xml', false],
    ['javascript:alert(1)', false],
    [`data:image/png;base64,${'A'.repeat(200_000)}`, false],
    [7, false],
    [undefined, false],
  ])('%.60s: %s', (value, expected) => {
    expect(read({ icon: value })).toEqual(
      expected
        ? expect.objectContaining({ icon: value })
        : expect.not.objectContaining({ icon: expect.anything() }),
    )
  })
})
