import { describe, expect, it } from 'vitest'
import { walletBrowserLink } from './walletBrowserLink.js'

const page = 'https://app.example/swap?from=ETH&note=it%27s#top'
const browser = { host: 'browser', isFramed: false } as const

describe('the link into a wallet’s own browser', () => {
  it.each([
    [
      'https://phantom.app/ul/browse/{url}?ref={ref}',
      'https://phantom.app/ul/browse/https%3A%2F%2Fapp.example%2Fswap%3Ffrom%3DETH%26note%3Dit%2527s%23top?ref=https%3A%2F%2Fapp.example',
    ],
    [
      'https://metamask.app.link/dapp/{hostAndPath}',
      'https://metamask.app.link/dapp/app.example/swap?from=ETH&note=it%27s#top',
    ],
    [
      'tokeo://open-url?url={url}',
      'tokeo://open-url?url=https%3A%2F%2Fapp.example%2Fswap%3Ffrom%3DETH%26note%3Dit%2527s%23top',
    ],
  ])('fills %s', (template, expected) => {
    expect(walletBrowserLink({ template, page, platform: browser }).href).toBe(expected)
  })

  it.each([
    ['https://w.example/{url}', browser, '_blank'],
    ['w://{url}', browser, '_self'],
    ['w://{url}', { host: 'browser', isFramed: true }, '_top'],
    ['w://{url}', { host: 'telegram', isFramed: false }, '_blank'],
  ] as const)('opens %s where it does no harm (%o)', (template, platform, target) => {
    expect(walletBrowserLink({ template, page, platform }).target).toBe(target)
  })

  it('keeps apostrophes and long addresses from breaking it', () => {
    const template = 'https://w.example/{url}'
    const quoted = walletBrowserLink({ template, page: "https://app.example/it's", platform: browser })
    expect(quoted.href).toBe('https://w.example/https%3A%2F%2Fapp.example%2Fit%27s')
    const long = `https://app.example/?q=${'x'.repeat(5_000)}`
    expect(walletBrowserLink({ template, page: long, platform: browser }).href).toBe(
      'https://w.example/https%3A%2F%2Fapp.example%2F',
    )
  })

  it.each([
    'javascript:alert({url})',
    'data:text/html,{url}',
    'intent://{url}#Intent;end',
    '{url}',
    '{hostAndPath}',
    'https://user@w.example/{url}',
    'http://w.example/{url}',
    'wallet://open?page={page}&url={url}',
  ])('refuses %s', (template) => {
    expect(() => walletBrowserLink({ template, page, platform: browser })).toThrow(
      'only https and app links are allowed',
    )
  })
})
