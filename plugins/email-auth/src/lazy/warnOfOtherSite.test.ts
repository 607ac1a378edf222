import { expect, it } from 'vitest'
import { warnOfOtherSite } from './warnOfOtherSite.js'

const warningsFor = (page: string, wallet: string) => {
  const warnings: unknown[] = []
  warnOfOtherSite({ warn: (...words) => void warnings.push(words[0]) }, page, `https://${wallet}/frame`)
  return warnings
}

it.each([
  ['app.example.com', 'wallet.example.org'],
  ['example.com', 'wallet.example.org'],
  ['shop.example.co.uk', 'wallet.other.co.uk'],
])('warns on %s of a wallet on %s, and says where to put it', (page, wallet) => {
  const [warning, ...more] = warningsFor(page, wallet)
  expect(warning).toContain(wallet)
  expect(warning).toContain(`such as wallet.${page.replace(/^(?:app|shop)\./, '')}`)
  expect(more).toEqual([])
})

it.each([
  ['app.example.com', 'wallet.example.com'],
  ['example.com', 'wallet.example.com'],
  ['example.com', 'example.com'],
  ['shop.example.co.uk', 'wallet.example.co.uk'],
  ['localhost', 'wallet.example.com'],
  ['app.example.com', 'localhost'],
])('warns of nothing on %s with a wallet on %s', (page, wallet) => {
  expect(warningsFor(page, wallet)).toEqual([])
})
